-- The site's limits, as it sets them itself where no PgBouncer is between (src/platform/db/postgres.server.ts).
alter role site set statement_timeout = '8s';
alter role site set lock_timeout = '4500ms';
alter role site set idle_in_transaction_session_timeout = '15s';
