"""A table's lock goes to one after the other, in the order of asking, and is never lost."""

import asyncio

from capomastro.server.table.lock import TableLock


def test_whoever_waits_gets_the_lock_in_order_and_nobody_comes_in_between() -> None:
    async def run() -> list[str]:
        lock, order = TableLock(), list[str]()

        async def hold(name: str) -> None:
            async with lock:
                order.append(name)
                await asyncio.sleep(0)

        assert lock.take()
        assert not lock.take()
        waiting = [asyncio.create_task(hold(name)) for name in ("first", "second")]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take(), "it is the first one's already"
        await asyncio.gather(*waiting)
        assert not lock.locked()
        return order

    assert asyncio.run(run()) == ["first", "second"]


def test_whoever_is_cancelled_while_waiting_or_just_then_hands_the_lock_on() -> None:
    async def run() -> None:
        lock = TableLock()
        assert lock.take()
        gives_up, cancelled_then, last = (asyncio.create_task(lock.acquire()) for _ in range(3))
        await asyncio.sleep(0)
        gives_up.cancel()
        await asyncio.sleep(0)
        lock.release()  # to the second, who is cancelled before it can go on
        cancelled_then.cancel()
        await asyncio.wait_for(last, 5)
        assert lock.locked()
        lock.release()
        assert not lock.locked()
        for task in (gives_up, cancelled_then):
            assert task.cancelled()

    asyncio.run(run())
