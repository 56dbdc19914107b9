/**
 * A process that writes to its own PostgreSQL until it is killed: `node test/local-writer.ts <dataDir> <template>
 * <mode>`. Prints the id of each row once its commit is confirmed. Continues when the server was unreachable. Mode
 * "asynchronous" is the negative control: PostgreSQL confirms its commits before they are on disk.
 */
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, runSqlOn } from "../src/platform/db/database.server.ts";

const [dataDir = "", template, mode] = process.argv.slice(2);
const database = await openDatabase({ dataDir, template, log: { info() {}, warn() {}, error() {} } });
await database.executeSql("create table if not exists written (id bigint primary key, filler text not null)");
const { rows } = await database.executeSql("select coalesce(max(id), 0)::int as last from written");
let id = Number(rows[0]?.["last"]);
console.log("ready");

for (;;) {
  id += 1;
  try {
    await database.transaction(async (tx) => {
      if (mode === "asynchronous") await runSqlOn(tx)("set local synchronous_commit = off");
      await runSqlOn(tx)("insert into written values ($1, $2)", [id, "x".repeat(500)]);
    });
    console.log(id);
  } catch {
    // The row may be stored, so the next attempt uses a new id.
    await wait(20);
  }
}
