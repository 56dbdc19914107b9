/**
 * Summarises each table as its number of rows and a digest. The digest does not depend on the order of the rows or on
 * the version of PostgreSQL.
 */

/** Keyed by `schema.table`. */
export type Tables = Record<string, { rows: number; digest: string }>;
export type RunSql = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** The result is consistent only if `sql` runs in one snapshot. */
export async function readTables(sql: RunSql): Promise<Tables> {
  // The digests are of values as text, and these settings decide how dates and intervals are written.
  await sql("set timezone = 'UTC'");
  await sql("set datestyle = 'ISO, YMD'");
  await sql("set intervalstyle = 'postgres'");
  const { rows } = await sql(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  );
  const tables: Tables = {};
  for (const name of rows.map((row) => String(row["name"]))) {
    const result = await sql(
      `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint), 0)::text as digest from ${name} t`,
    );
    const [first] = result.rows;
    tables[name] = { rows: Number(first?.["rows"]), digest: String(first?.["digest"]) };
  }
  return tables;
}

/** Names of the tables whose content differs. */
export function differing(one: Tables, other: Tables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names]
    .filter((name) => one[name]?.rows !== other[name]?.rows || one[name]?.digest !== other[name]?.digest)
    .toSorted();
}

/** Time of the newest migration in milliseconds, from its journal; 0 when there is none. */
export async function newestMigration(sql: RunSql): Promise<number> {
  const { rows: journal } = await sql("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (journal[0]?.["found"] !== true) return 0;
  const { rows } = await sql("select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations");
  return Number(rows[0]?.["newest"]);
}
