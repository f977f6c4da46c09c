// What has happened, as far as this viewer knows; numbers make sure nothing is told twice and nothing is missed.

import { get } from './api.js';

/** @param {Table} table */
export function makeLog(table) {
  let gap = false;
  let filling = false;

  const log = {
    /** @type {Happening[]} */
    events: [],
    seen: 0,

    /** Settled when everything that happened is here; false if it could not be had. */
    complete: Promise.resolve(true),

    /**
     * Adds an update's new events; fetches all if some are missing in between.
     * @param {Update} update
     */
    take(update) {
      if (update.events_since > log.seen && update.events_since > 0) gap = true;
      const fresh = update.events.filter((event) => event.n > log.seen);
      log.events.push(...fresh);
      log.seen = Math.max(log.seen, update.seen);
      if (gap && !filling) log.complete = refill();
    },

    /**
     * What has numbers above `since`, up to `until`.
     * @param {number} since @param {number} until
     */
    between(since, until) {
      return log.events.filter((event) => event.n > since && event.n <= until);
    },

    /** What has happened as far as it is drawn: the log never runs ahead of the board. */
    shown() {
      return log.between(0, table.update.seen);
    },

    clear() {
      log.events = [];
      log.seen = 0;
      gap = false;
    },

    /** What others did after this viewer's last own step. */
    sinceMine() {
      const events = log.shown();
      const last = events.findLastIndex((event) => event.seat === table.update.viewer);
      const after = events.slice(last + 1);
      if (after.some((event) => event.seat !== null && event.seat !== undefined)) return after;
      // My own step has just been answered: show what led to it.
      const before = events
        .slice(0, last + 1)
        .findLastIndex(
          (event, i, all) => event.seat !== table.update.viewer && all[i + 1]?.seat === table.update.viewer,
        );
      const start = events.slice(0, before + 1).findLastIndex((event) => event.seat === table.update.viewer);
      return events.slice(start + 1);
    },
  };
  return log;

  /**
   * Fetches the whole log. What came meanwhile stays; if it fails, the next update tries again.
   * @returns {Promise<boolean>}
   */
  async function refill() {
    const seat = table.seat ?? 'none';
    filling = true;
    const answer = await get(`${table.base}/log?seat=${seat}&since=0`).catch(() => null);
    filling = false;
    if (seat !== (table.seat ?? 'none')) return gap ? refill() : true; // somebody else looks on this screen now
    if (!answer) return false;
    log.events = [...answer.events, ...log.events.filter((event) => event.n > answer.seen)];
    log.seen = Math.max(log.seen, answer.seen); // the socket may bring the last of these once more
    gap = false;
    table.panels.refresh();
    return true;
  }
}
