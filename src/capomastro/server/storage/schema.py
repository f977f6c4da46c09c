"""What is stored. The log of entries is the truth; the other columns say where to look.

Tokens and devices are stored as hashes. The setup holds the seed, which leaves the store only when a match is over.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()


def of_table() -> Column[str]:
    return Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("name", String(80), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("scored", Boolean, nullable=False),
    Column("days", Integer),
    Column("host", String(64), nullable=False),
    Column("webhook", Text),
    Column("status", String(8), nullable=False),
    Column("entries", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("to_act", String(40), nullable=False),
    Column("bot_due", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("scores", String(200)),
    Column("winners", String(40)),
    Column("rematch", String(24)),
    Column("rematch_by", Integer),
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("frozen", Text),
    Column("dealing", Text),
    Column("origin", String(24)),
    Column("origin_step", Integer),
    Column("language", String(2)),
    Column("fill_at", BigInteger),
    Column("daily", String(10)),
    Column("deal_of", String(24)),
    Column("again", String(24)),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Index("tables_by_daily", "daily", "game"),
    Index("tables_by_deal", "deal_of"),
    Index("tables_by_status", "status", "public", "touched"),
    Index("tables_by_bot_due", "bot_due"),
    Index("tables_by_fill_at", "fill_at"),
)

seats = Table(
    "seats",
    metadata,
    of_table(),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(80)),
    Column("claimed", Boolean, nullable=False),
    Column("bot", String(80)),
    Column("stand_in", String(80)),
    Column("token", String(64)),
    Column("plan", String(80)),
    Column("note", Text, nullable=False),
    Column("webhook", Text),
    Column("email", String(254)),
    Column("here", BigInteger, nullable=False),
    UniqueConstraint("table_id", "seat", name="one_row_a_seat"),
)

holdings = Table(
    "holdings",
    metadata,
    of_table(),
    Column("seat", Integer, nullable=False),
    Column("device", String(64), nullable=False),
    UniqueConstraint("device", "table_id", "seat", name="held_once"),
    Index("holdings_by_table", "table_id"),
)

links = Table(
    "links",
    metadata,
    of_table(),
    Column("hash", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("owner", Boolean, nullable=False),
    Column("expires", BigInteger),
    Column("used", Boolean, nullable=False),
    UniqueConstraint("table_id", "hash", name="one_link_a_secret"),
)

entries = Table(
    "entries",
    metadata,
    of_table(),
    Column("n", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("key", String(64)),
    Column("seen", Integer, nullable=False),
    Column("events", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("step", Text),
    UniqueConstraint("table_id", "n", name="numbered_once"),
    UniqueConstraint("table_id", "seat", "key", name="key_used_once"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("entries", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("views", LargeBinary, nullable=False),
)
"""What each viewer saw after this many entries, for when no rules are left that could say it."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("iterations", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("worker", String(16)),
    Column("answers", LargeBinary),
    Column("review", LargeBinary),
    Index("reviews_by_status", "status", "asked"),
)
"""Reviews of finished matches: asked for, under way with the answers so far, or there."""

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    of_table(),
    Column("seat", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8)),
    Column("device", String(64)),
    Index("messages_by_table", "table_id", "id"),
    Index("messages_by_device", "device"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Integer, primary_key=True),
    of_table(),
    Column("kind", String(8), nullable=False),
    Column("by_seat", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("numbers", String(120), nullable=False),
    Column("for_seat", Integer),
    Column("bot", String(80)),
    Column("agreed", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("proposals_by_table", "table_id"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    of_table(),
    Column("seat", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("channel", String(8), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("outcome", String(200)),
    UniqueConstraint("table_id", "seat", "turn", "channel", name="one_reminder_a_turn"),
    Index("outbox_by_due", "done", "due"),
)

consents = Table(
    "consents",
    metadata,
    Column("address", String(254), nullable=False),
    Column("device", String(64), nullable=False),
    Column("secret", String(22), nullable=False),
    Column("state", String(8), nullable=False),
    Column("language", String(2), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("mailed", BigInteger),
    Column("mails", Integer, nullable=False),
    UniqueConstraint("address", "device", name="asked_once"),
    UniqueConstraint("secret", name="one_consent_a_secret"),
)

quotas = Table(
    "quotas",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("used", Integer, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("language", String(2)),
    Column("picture", String(20), nullable=False),
    Column("recovery", String(64)),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("rated", BigInteger),
    UniqueConstraint("recovery", name="one_player_a_recovery"),
)

devices = Table(
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("label", String(60)),
    Column("seen", BigInteger),
    Column("player", String(24), ForeignKey("players.id", ondelete="SET NULL")),
    Index("devices_by_player", "player"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("player", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(64), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60)),
    Column("created", BigInteger, nullable=False),
    Index("passkeys_by_player", "player"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("challenge", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

wishes = Table(
    "wishes",
    metadata,
    Column("whom", String(64), primary_key=True),
    Column("email", String(254)),
    Column("webhook", Text),
    Column("language", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("digest", String(8), nullable=False),
    Column("digest_at", Integer, nullable=False),
    Column("touched", BigInteger, nullable=False),
)
"""How somebody wants to hear of their turns: a device that is no player's, or a player by their mark."""

pushes = Table(
    "pushes",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("origin", String(200), nullable=False),
    Column("outcome", String(12)),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("hash", name="one_push_an_endpoint"),
)
"""Where a browser's push service takes messages, and the browser's public key; `outcome` is how the last one went."""

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("whom", String(64), nullable=False),
    of_table(),
    Column("seat", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("channel", String(8), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("outcome", String(20)),
    UniqueConstraint("whom", "table_id", "turn", "channel", name="one_notice_a_turn"),
    Index("notices_by_due", "done", "due"),
)

server_keys = Table(
    "server_keys", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False)
)
"""Keys that the server has made for itself."""

highlights = Table(
    "highlights",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("facts", Text, nullable=False),
)
"""What was remarkable in a finished match, and that it has been counted in ratings."""

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    UniqueConstraint("player", "game", name="one_rating_a_game"),
)
"""Of players who wish to be rated."""

daily_plays = Table(
    "daily_plays",
    metadata,
    Column("day", String(10), nullable=False),
    Column("game", String(40), nullable=False),
    Column("who", String(64), nullable=False),
    of_table(),
    UniqueConstraint("day", "game", "who", name="one_daily_deal_each"),
)
"""Who plays a day's deal at which table: a device, or a player's mark."""

operator_links = Table(
    "operator_links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("seen", BigInteger),
    UniqueConstraint("hash", name="one_operator_a_secret"),
)
"""What lets the operator in at the page for operators."""

operator_log = Table(
    "operator_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("deed", String(16), nullable=False),
    Column("subject", String(120), nullable=False),
    Column("detail", String(400), nullable=False),
)
"""Everything that operators have done, and by whose link."""

blocks = Table(
    "blocks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("marks", Text, nullable=False),
)
"""Who may look on but not take part: hashes of devices and of seats' keys, and a player's mark."""

house_rules = Table(
    "house_rules", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False)
)
"""What the operator has decided while the server runs; it goes before the settings."""

workers = Table(
    "workers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("address", String(80), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("version", String(20), nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("bots", Integer),
)
"""Workers on one PostgreSQL: where others reach them, with what secret, and until when they count as alive. One that
has `bots` serves no tables: so many bots think there."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("worker", String(16), nullable=False, index=True),
    Column("fence", Integer, nullable=False),
)
"""The worker at which a table is at home. `fence` counts the workers it was with: whoever comes back late is told."""

bot_questions = Table(
    "bot_questions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("worker", String(16), nullable=False, index=True),
    Column("version", String(20), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("address", String(16), nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("question", LargeBinary, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("claims", Integer, nullable=False),
    Column("service", String(16)),
    Column("until", BigInteger, nullable=False),
    Column("well", Boolean),
    Column("answer", LargeBinary),
)
"""What workers ask of bots elsewhere, for seconds: a view as the bot may see it, who thinks about it, the answer."""

schema_readers = Table(
    "schema_readers",
    metadata,
    Column("version", String(4), primary_key=True),
    Column("oldest", String(4), nullable=False),
)
"""For each schema this database has had, the oldest whose workers can go on beside it."""
