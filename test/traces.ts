import type { Database } from "#platform/db/database.server.ts";

/** Finds every row of every table that contains one of the texts, which must be in lower case. */
export async function findTraces(database: Database, needles: readonly string[]): Promise<string[]> {
  const tables = await database.executeSql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const matches: string[] = [];
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await database.executeSql(`select row_to_json(t)::text as row from "${name}" t`);
    for (const { row } of rows as { row: string }[])
      if (needles.some((needle) => row.toLowerCase().includes(needle))) matches.push(`${name}: ${row.slice(0, 400)}`);
  }
  return matches;
}
