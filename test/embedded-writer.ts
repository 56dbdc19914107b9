/**
 * A process that writes to an embedded database until it is killed: `node test/embedded-writer.ts <dataDir> <template>
 * <mode>`. Prints the id of each row once its commit is answered. Mode "too-early", the negative control, prints it
 * before the commit.
 */
import { openDatabase, runSqlOn } from "../src/platform/db/database.server.ts";

const [dataDir = "", templateFile, mode] = process.argv.slice(2);
const database = await openDatabase({
  dataDir,
  templateFile,
  log: { info() {}, warn: console.error, error: console.error },
});
await database.executeSql("create table if not exists written (id serial primary key, filler text not null)");
console.log("ready");

for (;;) {
  await database
    .transaction(async (tx) => {
      const { rows } = await runSqlOn(tx)("insert into written (filler) values ($1) returning id", ["x".repeat(500)]);
      if (mode !== "too-early") return rows[0]?.["id"];
      console.log(rows[0]?.["id"]);
      return new Promise((never) => setInterval(never, 2 ** 30));
    })
    .then((id) => console.log(id));
}
