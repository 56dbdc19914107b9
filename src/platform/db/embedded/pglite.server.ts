import { PGlite, types, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/**
 * Without "-F", which is PostgreSQL's fsync=off; fsync instead of fdatasync (durable-fs.server.ts); 32 MB of buffers
 * instead of 128, which saves 100 ms and 100 MB at start.
 */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=32MB",
];

/** A date stays "2026-03-01", as with PostgreSQL. */
export function startPGlite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({
    startParams: durableStartParams,
    // Write-ahead log in pieces of 1 MB instead of 16: a new database is 24 MB, not 40.
    initDbStartParams: ["--wal-segsize=1"],
    parsers: { [types.DATE]: (value) => value },
    ...options,
    extensions: { pg_trgm },
  });
}
