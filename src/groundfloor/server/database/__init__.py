"""The database, SQLite in a folder or PostgreSQL: transactions, migrations, jobs, the feed of changes, backups."""
