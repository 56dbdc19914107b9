/** Vitest suites on isolated, migrated databases. */
import { afterAll, describe, onTestFinished } from "vitest";
import { databaseKinds, openTestDatabase, type DatabaseKind, type TestDatabase } from "./open-database.ts";

// Suites take both from here; Playwright, which cannot load Vitest, opens its databases by open-database.ts.
export {
  databaseKinds,
  openTestDatabase,
  raceRounds,
  stepsToKill,
  silentLog,
  type TestDatabase,
  usualDatabase,
} from "./open-database.ts";

type Suite = (open: () => Promise<TestDatabase>, kind: DatabaseKind) => void;

/**
 * Runs the suite on PostgreSQL, and with `npm run test:all` on the embedded engine as well, which takes eight times as
 * long. Its `open` gives a fresh database, closed after the test that opened it, or after the suite when it was opened
 * in `beforeAll`.
 */
export function describeOnDatabase(name: string, suite: Suite): void {
  describeOn(databaseKinds, name, suite);
}

/** The contract of our database layer: as `describeOnDatabase`, always on both engines. */
export function describeOnBothDatabases(name: string, suite: Suite): void {
  describeOn(["postgres", "embedded"], name, suite);
}

function describeOn(kinds: DatabaseKind[], name: string, suite: Suite): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    const shared: TestDatabase[] = [];
    afterAll(() => Promise.all(shared.map((database) => database.close())));
    suite(async () => {
      const database = await openTestDatabase(kind);
      try {
        onTestFinished(() => database.close());
      } catch {
        shared.push(database);
      }
      return database;
    }, kind);
  });
}
