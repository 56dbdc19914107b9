/** Vitest suites on isolated, migrated databases. */
import { afterAll, describe, onTestFinished } from "vitest";
import { openTestDatabase, type TestDatabase } from "./open-database.ts";

// Suites take both from here; Playwright, which cannot load Vitest, opens its databases by open-database.ts.
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
 * A suite whose `open` gives a fresh database, closed after the test that opened it, or after the suite when it was
 * opened in `beforeAll`.
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
