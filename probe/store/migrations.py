"""The tables of a run's file, as migrations that are applied in order; their names are stored in the file."""

import sqlite3

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "001-run-calls-candidates-decisions",
        """
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE calls (
            key TEXT PRIMARY KEY,
            provider TEXT NOT NULL, endpoint TEXT NOT NULL, model TEXT NOT NULL,
            purpose TEXT NOT NULL, run INTEGER NOT NULL, attempt INTEGER NOT NULL,
            request TEXT NOT NULL, answer TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, latency REAL NOT NULL,
            answered_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );

        CREATE TABLE losses (
            provider TEXT NOT NULL, endpoint TEXT NOT NULL, model TEXT NOT NULL, answer TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL
        );

        CREATE TABLE candidates (
            id INTEGER PRIMARY KEY,
            bias TEXT NOT NULL, author TEXT NOT NULL, expansion INTEGER NOT NULL, position INTEGER NOT NULL,
            state TEXT NOT NULL, stage TEXT, reason TEXT, content TEXT NOT NULL,
            UNIQUE (bias, author, expansion, position)
        );

        CREATE TABLE stage_results (
            candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            stage TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL,
            PRIMARY KEY (candidate, ordinal)
        ) WITHOUT ROWID;

        CREATE TABLE pairs (id TEXT PRIMARY KEY, ordinal INTEGER NOT NULL, content TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE decisions (
            pair_id TEXT NOT NULL, arm TEXT NOT NULL, run INTEGER NOT NULL,
            decision TEXT NOT NULL, exchanged INTEGER NOT NULL, kept_order INTEGER NOT NULL, explanation TEXT NOT NULL,
            PRIMARY KEY (pair_id, arm, run)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "002-awareness-votes",
        """
        CREATE TABLE awareness_votes (
            pair_id TEXT NOT NULL, explanation TEXT NOT NULL, judge TEXT NOT NULL, question TEXT NOT NULL,
            run INTEGER NOT NULL, vote TEXT NOT NULL, said TEXT NOT NULL, prompt TEXT NOT NULL,
            PRIMARY KEY (pair_id, explanation, judge, question, run)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "003-analysis-plan",
        """
        CREATE TABLE plan (
            content TEXT NOT NULL,
            decisions_before INTEGER NOT NULL,
            registered_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );
        """,
    ),
    ("004-label", "CREATE TABLE label (text TEXT NOT NULL);"),
    (
        "005-decisions-on-a-scale",  # ``decision`` has no type: it is an index, or the text unparsed
        """
        ALTER TABLE decisions RENAME TO letters;

        CREATE TABLE decisions (
            item_id TEXT NOT NULL, arm TEXT NOT NULL, run INTEGER NOT NULL, mitigation TEXT NOT NULL,
            turn INTEGER NOT NULL, decision NOT NULL, probabilities TEXT,
            exchanged INTEGER NOT NULL, kept_order INTEGER NOT NULL, explanation TEXT NOT NULL,
            PRIMARY KEY (item_id, arm, run, mitigation, turn)
        ) WITHOUT ROWID;

        INSERT INTO decisions
            SELECT pair_id, arm, run, 'none', 0,
                CASE decision WHEN 'A' THEN 0 WHEN 'B' THEN 1 ELSE decision END, NULL,
                exchanged, kept_order, explanation
            FROM letters;

        DROP TABLE letters;
        """,
    ),
    (
        "006-batches",
        """
        CREATE TABLE batches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            model TEXT NOT NULL, endpoint TEXT NOT NULL, left_out TEXT NOT NULL,
            file_id TEXT, batch_id TEXT, prepared REAL NOT NULL
        );

        CREATE TABLE batch_calls (
            batch INTEGER NOT NULL REFERENCES batches (number) ON DELETE CASCADE,
            key TEXT NOT NULL, request TEXT NOT NULL,
            PRIMARY KEY (batch, key)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "007-failures",
        """
        CREATE TABLE failures (
            key TEXT PRIMARY KEY,
            provider TEXT NOT NULL, endpoint TEXT NOT NULL, model TEXT NOT NULL,
            purpose TEXT NOT NULL, request TEXT NOT NULL, reason TEXT NOT NULL,
            failed_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );
        """,
    ),
    # ``confidence`` has no type: it is a number, the text unparsed, or NULL if it was not requested
    ("008-confidence", "ALTER TABLE decisions ADD COLUMN confidence;"),
    # JSON; NULL where the subject had no tools
    ("009-tool-calls", "ALTER TABLE decisions ADD COLUMN calls TEXT;"),
)


def migrate(database: sqlite3.Connection) -> None:
    """Apply the pending migrations to this file, each in one transaction."""
    database.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID")
    applied_names = {name for (name,) in database.execute("SELECT name FROM migrations")}
    for name, script in MIGRATIONS:
        if name not in applied_names:
            # Store the name in the same transaction: an interrupted migration is repeated, a complete one is not.
            database.executescript(f"BEGIN; {script} INSERT INTO migrations VALUES ('{name}'); COMMIT;")
