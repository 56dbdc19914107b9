import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { describeOnDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";

it.each(isFullRun ? (["SIGINT", "SIGKILL"] as const) : (["SIGKILL"] as const))(
  "a test PostgreSQL and its data disappear when %s ends the process that started them",
  async (signal) => {
    const foldersBefore = new Set(readdirSync(tmpdir()));
    const program = `import { startPostgres } from "./test/postgres.ts"; console.log((await startPostgres()).url()); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [url] = await once(child.stdout, "data");
    const newFolders = readdirSync(tmpdir()).filter(
      (name) => name.startsWith("nama-postgres-") && !foldersBefore.has(name),
    );
    const client = new pg.Client({ connectionString: String(url).trim() });
    const disconnected = Promise.withResolvers<void>();
    client.on("error", () => {});
    client.on("end", () => disconnected.resolve());
    await client.connect();
    child.kill(signal);
    await disconnected.promise;
    await vi.waitFor(() => expect(readdirSync(tmpdir())).not.toEqual(expect.arrayContaining(newFolders)), 20_000);
  },
  40_000,
);

describeOnDatabase("a test database", (open) => {
  it("shares no tables with other test databases", async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await one.executeSql("create table only_here (id int)");
    expect((await other.executeSql("select to_regclass('only_here') as found")).rows).toEqual([{ found: null }]);
  });
});
