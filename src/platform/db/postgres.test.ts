import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openTestDatabase, silentLog } from "#test/database.ts";
import { startPostgres, type PostgresServer } from "#test/postgres.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notify, openDatabase, runSqlOn, type Db } from "./database.server.ts";
import { openPostgres } from "./postgres.server.ts";
import { isConflict, isDatabaseUnavailable } from "./sql-errors.server.ts";

const caught = (error: unknown) => error;

/** Makes two transactions wait for each other once. Later calls, such as those of a retry, do not wait. */
function createMeeting() {
  const bothArrived = Promise.withResolvers<void>();
  let callCount = 0;
  return () => (++callCount === 2 ? bothArrived.resolve() : undefined, bothArrived.promise);
}

describe("a deadlock", () => {
  async function openAccounts() {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    await database.executeSql(
      "create table db_test_account (id int primary key, visits int not null); insert into db_test_account values (1, 0), (2, 0)",
    );
    return database;
  }
  const visit = "update db_test_account set visits = visits + 1 where id = $1";

  it("is retried, and both transactions run once", async () => {
    const database = await openAccounts();
    const meet = createMeeting();
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await runSqlOn(tx)(visit, [first]);
        await meet();
        await runSqlOn(tx)(visit, [second]);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect((await database.executeSql("select visits from db_test_account")).rows).toEqual([
      { visits: 2 },
      { visits: 2 },
    ]);
  });

  it("negative control: without a retry one transaction fails", async () => {
    const { url } = await openAccounts();
    const driver = openPostgres({ url: url ?? "", poolSize: 2, log: silentLog });
    onTestFinished(() => driver.close());
    const meet = createMeeting();
    const cross = (first: number, second: number) =>
      driver.transaction(async (tx) => {
        await runSqlOn(tx)(visit, [first]);
        await meet();
        await runSqlOn(tx)(visit, [second]);
      });
    const outcomes = await Promise.all([cross(1, 2).catch(caught), cross(2, 1).catch(caught)]);
    expect(outcomes.filter(isConflict)).toHaveLength(1);
  });
});

describe("a transaction", () => {
  async function openPlaces() {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    await database.executeSql("create table db_test_place (id int primary key)");
    return database;
  }
  const insert = (db: Db, id: number) => runSqlOn(db)("insert into db_test_place values ($1)", [id]);

  it("includes only statements through its handle; those through the pool stay after a rollback", async () => {
    const database = await openPlaces();
    const work = database.transaction(async (tx) => {
      await insert(tx, 1);
      await insert(database.db, 2);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect((await database.executeSql("select id from db_test_place")).rows).toEqual([{ id: 2 }]);
  });

  it("with inTurn runs concurrent statements in order before its commit", async () => {
    const database = await openPlaces();
    const ids = [1, 2, 3, 4, 5];
    await database.transaction(async (tx) => void ids.map((id) => insert(tx, id)), { inTurn: true });
    expect((await database.executeSql("select id from db_test_place")).rows).toEqual(ids.map((id) => ({ id })));
  });
});

describe("a connection to a PostgreSQL that may crash", () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await startPostgres({ durable: true })));
  afterEach(() => server.start());
  afterAll(() => server.stop());

  function open(poolSize = 2) {
    const database = openDatabase({ databaseUrl: server.url(), dataDir: "", poolSize, log: silentLog });
    onTestFinished(async () => (await database).close());
    return database;
  }

  it("after a crash of PostgreSQL the process lives on, the database counts as unavailable, and the pool recovers", async () => {
    const database = await open();
    await database.executeSql("create table if not exists t (id serial)");
    const inFlight = database.transaction(async (tx) => {
      await tx.execute("insert into t default values");
      await server.crash();
      await tx.execute("insert into t default values");
    });
    expect(await inFlight.catch(caught)).toSatisfy(isDatabaseUnavailable);
    // Fails more often than the pool has connections, to show that each failure gives its connection back.
    for (let n = 0; n < 5; n++)
      expect(await database.transaction(async () => {}).catch(caught)).toSatisfy(isDatabaseUnavailable);
    await expect(database.ping(1_000)).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
    await server.start();
    await Promise.all(Array.from({ length: 4 }, () => database.transaction((tx) => tx.execute("select 1"))));
    expect((await database.executeSql("select count(*) from t")).rows).toEqual([{ count: 0 }]);
  });

  it("O3-13: the readiness check keeps a connection of its own, so it succeeds when no other can be opened", async () => {
    const owner = await open();
    await owner.executeSql("create role few_connections login");
    const url = server.url().replace("//nama@", "//few_connections@");
    const openLimited = async () => {
      const database = await openDatabase({ databaseUrl: url, dataDir: "", log: silentLog });
      onTestFinished(() => database.close());
      return database;
    };
    const watched = await openLimited();
    await watched.ping(2_000);
    await owner.executeSql("alter role few_connections connection limit 1");
    await watched.ping(2_000);
    // Negative control: a check that has to connect is refused.
    await expect((await openLimited()).ping(2_000)).rejects.toMatchObject({
      name: "DatabaseUnavailableError",
    });
    await watched.ping(2_000);
  });

  it("O-24 a read-only database counts as unavailable, and its readiness check fails", async () => {
    const url = `${server.url()}?options=${encodeURIComponent("-c default_transaction_read_only=on")}`;
    const standby = await openDatabase({ databaseUrl: url, dataDir: "", log: silentLog });
    onTestFinished(() => standby.close());
    await expect(standby.ping(2_000)).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
    const write = standby.transaction((tx) => tx.execute("create table refused (id int)"));
    expect(await write.catch(caught)).toSatisfy(isDatabaseUnavailable);
    const primary = await open();
    await primary.ping(2_000);
  });

  it("O-24 the readiness check succeeds while every connection of the pool is in use", async () => {
    const database = await open(1);
    await database.transaction(() => database.ping(2_000));
  });

  it("O-31 a migration waits for a locked table without blocking others, and completes once it is free", async () => {
    const database = await open(3);
    await database.executeSql("create table if not exists busy (id int)");
    const folder = mkdtempSync(join(tmpdir(), "nama-migration-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "meta"));
    const entry = { idx: 0, version: "7", when: 1, tag: "0000_busy", breakpoints: true };
    writeFileSync(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ version: "7", dialect: "postgresql", entries: [entry] }),
    );
    writeFileSync(join(folder, "0000_busy.sql"), "alter table busy add column note text");
    let migrated: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await tx.execute("select * from busy");
      migrated = (await open()).migrate(folder);
      const waiting =
        "select count(*)::int as count from pg_stat_activity where application_name like '%migrations' and wait_event_type = 'Lock'";
      const other = await open();
      const countWaiting = async () => Number((await other.executeSql(waiting)).rows[0]?.["count"]);
      await expect.poll(countWaiting).toBe(1);
      // The migration's request for the lock times out after two seconds, so queries that queue behind it continue.
      await expect.poll(countWaiting).toBe(0);
      await other.executeSql("select * from busy");
    });
    await migrated;
    expect((await database.executeSql("select note from busy")).rows).toEqual([]);
  });

  it("PostgreSQL loses no acknowledged row in a crash", async () => {
    const database = await open();
    await database.executeSql("create table if not exists written (id int)");
    let acknowledged = 0;
    let crash: Promise<void> | undefined;
    for (let id = 1; ; id++) {
      const error: unknown = await database
        .executeSql("insert into written values ($1)", [id])
        .then(() => undefined, caught);
      if (error) break;
      acknowledged = id;
      if (id === 200) crash = server.crash();
    }
    await crash;
    await server.start();
    const { rows } = await database.executeSql("select count(*) as stored from written");
    expect(Number(rows[0]?.["stored"])).toBeGreaterThanOrEqual(acknowledged);
  });

  it("a listener listens again after a restart of PostgreSQL, and reports possibly missed notifications", async () => {
    const database = await open();
    const heard: (string | null)[] = [];
    let wake = Promise.withResolvers<void>();
    await database.listen("news", (payload) => (heard.push(payload), wake.resolve()));
    await notify(database.db, "news", "first");
    await wake.promise;
    wake = Promise.withResolvers();
    await server.crash();
    await server.start();
    await wake.promise;
    wake = Promise.withResolvers();
    await notify(database.db, "news", "second");
    await wake.promise;
    expect(heard).toEqual(["first", null, "second"]);
  });

  it("a database can be opened and listened to while PostgreSQL is down", async () => {
    await server.crash();
    const database = await open();
    const back = Promise.withResolvers<string | null>();
    await database.listen("news", back.resolve);
    await server.start();
    expect(await back.promise).toBe(null);
  });
});
