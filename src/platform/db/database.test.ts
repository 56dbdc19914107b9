import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, expect, it } from "vitest";
import { describeOnDatabase } from "#test/database.ts";
import { notify, runSqlOn, type Db } from "./database.server.ts";
import { isMigrated, migrateDatabase } from "./migrate.server.ts";
import { isUniqueViolation } from "./sql-errors.server.ts";

const notes = pgTable("db_test_note", { id: integer().primaryKey(), body: text().notNull(), day: date() });
const createNotes =
  "create table db_test_note (id int primary key, body text not null, day date, constraint body_once unique (body))";

class Refused extends Error {}

describeOnDatabase("database", (open) => {
  async function openWithNotes() {
    const database = await open();
    await database.executeSql(createNotes);
    return { ...database, count: () => database.db.$count(notes) };
  }

  it("rolls back everything and throws the error if the work rejects", async () => {
    const { transaction, count } = await openWithNotes();
    const work = transaction(async (tx) => {
      await tx.insert(notes).values({ id: 1, body: "a" });
      await tx.insert(notes).values({ id: 2, body: "b" });
      throw new Refused();
    });
    await expect(work).rejects.toThrow(Refused);
    expect(await count()).toBe(0);
  });

  it("plain SQL on a transaction is rolled back and committed with it", async () => {
    const { transaction, count } = await openWithNotes();
    const insert = (tx: Db, id: number) =>
      runSqlOn(tx)("insert into db_test_note values ($1, $2) returning id", [id, `note ${id}`]);
    await expect(
      transaction(async (tx) => {
        await insert(tx, 1);
        throw new Refused();
      }),
    ).rejects.toThrow(Refused);
    expect((await transaction((tx) => insert(tx, 2))).rows).toEqual([{ id: 2 }]);
    expect(await count()).toBe(1);
  });

  it("throws instead of committing after a swallowed error", async () => {
    const { transaction, count } = await openWithNotes();
    const work = transaction(async (tx) => {
      await tx.insert(notes).values({ id: 1, body: "a" });
      await tx.execute("select 1 / 0").catch(() => {});
    });
    await expect(work).rejects.toThrow("rolled back instead of committed");
    expect(await count()).toBe(0);
  });

  it("runs one transaction per advisory lock at a time, and each sees the previous commit", async () => {
    const { transaction, count } = await openWithNotes();
    const addNext = async (tx: Db) => {
      const id = (await tx.$count(notes)) + 1;
      await tx.insert(notes).values({ id, body: `note ${id}` });
    };
    await Promise.all(Array.from({ length: 8 }, () => transaction(addNext, { advisoryLock: "notes" })));
    expect(await count()).toBe(8);
  });

  it("makes an inner transaction a savepoint: its failure can be caught", async () => {
    const { db, transaction } = await openWithNotes();
    await transaction(async (tx) => {
      await tx.insert(notes).values({ id: 1, body: "kept" });
      const inner = tx.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 2, body: "lost" });
        throw new Refused();
      });
      await expect(inner).rejects.toThrow(Refused);
      await tx.transaction((tx) => tx.insert(notes).values({ id: 3, body: "kept too" }));
    });
    expect((await db.select({ id: notes.id }).from(notes)).map(({ id }) => id)).toEqual([1, 3]);
  });

  it("db.transaction also rolls back everything if the work rejects", async () => {
    const { db, count } = await openWithNotes();
    const work = db.transaction(async (tx) => {
      await tx.insert(notes).values({ id: 1, body: "lost" });
      throw new Refused();
    });
    await expect(work).rejects.toThrow(Refused);
    expect(await count()).toBe(0);
  });

  it("keeps twenty concurrent transactions separate", async () => {
    const { transaction, count } = await openWithNotes();
    const works = Array.from({ length: 20 }, (_, id) =>
      transaction(async (tx) => {
        await tx.insert(notes).values({ id, body: `note ${id}` });
        if (id % 2) throw new Refused();
      }).catch(() => {}),
    );
    await Promise.all(works);
    expect(await count()).toBe(10);
  });

  it("continues after a block of statements has failed halfway", async () => {
    const { executeSql, count } = await openWithNotes();
    await expect(executeSql("BEGIN; insert into db_test_note values (1, 'a'); select 1 / 0; COMMIT")).rejects.toThrow(
      "division by zero",
    );
    await executeSql("rollback");
    await executeSql("BEGIN; insert into db_test_note values (1, 'a'); COMMIT; select 1");
    expect(await count()).toBe(1);
  });

  it("names the violated constraint", async () => {
    const { db, transaction } = await openWithNotes();
    await db.insert(notes).values({ id: 1, body: "a" });
    const error: unknown = await transaction((tx) => tx.insert(notes).values({ id: 2, body: "a" })).catch(
      (caught: unknown) => caught,
    );
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, "body_once")).toBe(true);
    expect(isUniqueViolation(error, "db_test_note_pkey")).toBe(false);
  });

  it("returns the same JavaScript values with and without parameters", async () => {
    const { executeSql, db } = await openWithNotes();
    const text = `select count(*), 9007199254740993::int8 as big, 1.10::numeric as price, date '2026-03-01' as day,
      timestamptz '2026-03-01 12:00+03' as at, '{"a":[1]}'::jsonb as json, true as yes, array['a','b'] as list, null as none`;
    const expected = {
      count: 1,
      big: 9007199254740993n,
      price: "1.10",
      day: "2026-03-01",
      at: new Date("2026-03-01T09:00:00Z"),
      json: { a: [1] },
      yes: true,
      list: ["a", "b"],
      none: null,
    };
    expect((await executeSql(text)).rows).toEqual([expected]);
    expect((await executeSql(`${text} where $1 = 'x'`, ["x"])).rows).toEqual([expected]);
    await db.insert(notes).values({ id: 1, body: "a", day: "2026-03-01" });
    const changed = await db.execute<{ day: string }>(sql`update ${notes} set body = 'b' returning day`);
    expect(changed).toMatchObject({ rows: [{ day: "2026-03-01" }], rowCount: 1 });
    expect(await db.select().from(notes).where(eq(notes.day, "2026-03-01"))).toHaveLength(1);
  });

  it("has pg_trgm, and orders text by code point", async () => {
    const { executeSql } = await open();
    await executeSql("create extension if not exists pg_trgm");
    const { rows } = await executeSql(
      "select similarity('course', 'courses') > 0.5 as similar, upper('é') as upper, 'a' > 'B' as by_code_point",
    );
    expect(rows).toEqual([{ similar: true, upper: "É", by_code_point: true }]);
  });

  it("delivers a notification on commit only", async () => {
    const { db, listen, transaction } = await open();
    const heard: (string | null)[] = [];
    const second = Promise.withResolvers<void>();
    const stop = await listen("Content changed", (payload) => {
      heard.push(payload);
      if (payload === "2") second.resolve();
    });
    await transaction(async (tx) => {
      await notify(tx, "Content changed", "1");
      throw new Refused();
    }).catch(() => {});
    await transaction((tx) => notify(tx, "Content changed", "2"));
    await second.promise;
    await stop();
    await notify(db, "Content changed", "3");
    expect(heard).toEqual(["2"]);
  });

  it("answers a ping; after close rejects it as unavailable", async () => {
    const { ping, close } = await open();
    await ping(2_000);
    await close();
    await expect(ping(2_000)).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
  });

  const folder = mkdtempSync(join(tmpdir(), "nama-migrations-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes migrations that are dated after all real ones, so that they run last. */
  function writeMigrations(...statements: string[]) {
    mkdirSync(join(folder, "meta"), { recursive: true });
    const entries = statements.map((statement, idx) => {
      writeFileSync(join(folder, `${idx}.sql`), statement);
      return { idx, version: "7", when: 9_000_000_000_000 + idx, tag: String(idx), breakpoints: true };
    });
    writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  }

  it("migrates everything or nothing, and once for two concurrent callers", async () => {
    const database = await open();
    writeMigrations(createNotes, "alter table db_test_missing add column x int");
    await expect(migrateDatabase(database, folder)).rejects.toThrow();
    expect((await database.executeSql("select to_regclass('db_test_note') as found")).rows).toEqual([{ found: null }]);
    expect(await isMigrated(database, folder)).toBe(false);

    writeMigrations(createNotes, "insert into db_test_note values (1, 'from a migration')");
    await Promise.all([migrateDatabase(database, folder), migrateDatabase(database, folder)]);
    await migrateDatabase(database, folder);
    expect(await isMigrated(database, folder)).toBe(true);
    expect(await database.db.$count(notes)).toBe(1);
  });
});
