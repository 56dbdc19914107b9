/** Vitest suites on isolated, migrated databases. */
import { afterAll, describe, onTestFinished } from "vitest";
import { openTestDatabase, type TestDatabase } from "./open-database.ts";

// Vitest suites import all of these from this module. Playwright cannot load Vitest and imports open-database.ts.
export {
  sampleCases,
  openTestDatabase,
  raceRounds,
  stepsToKill,
  silentLog,
  testLimits,
  type TestDatabase,
} from "./open-database.ts";

/**
 * Defines a suite. Its `open` resolves with a new database, which is closed after the test that opened it, or after the
 * suite when `beforeAll` opened it.
 */
export function describeOnDatabase(name: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  describe.each([name])("%s", () => {
    const shared: TestDatabase[] = [];
    afterAll(() => Promise.all(shared.map((database) => database.close())));
    suite(async () => {
      const database = await openTestDatabase();
      try {
        onTestFinished(() => database.close());
      } catch {
        shared.push(database);
      }
      return database;
    });
  });
}
