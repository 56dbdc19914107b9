/** Rules, verbs, API, mail and the fake provider. Browser journeys: playwright.config.ts. */
import { configDefaults, defineConfig } from "vitest/config";

/**
 * What only `npm run test:all` runs: processes killed and hung, backups, upgrades, load, many processes at once, and the
 * demo's past, which the build has just told.
 * docs/testing.md says what still proves each of them in the plain run.
 */
const onlyInAll = [
  "db/demo/history/history.test.ts",
  "scripts/staff.test.ts",
  "src/platform/db/postgres-pool.test.ts",
  "test/attack/limits.test.ts",
  "test/deploy/**",
  "test/upgrade/{last-release,stop}.test.ts",
  "test/faults/{checkout-killed,newsletter-killed,offer-killed,watch-killed,database-hung,provider,stopped-with-mails,two-processes,two-servers}.test.ts",
  "test/http/{beside-load,processes}.test.ts",
  "src/features/runs/run-changes/killed.test.ts",
  "src/features/staff/tasks/killed.test.ts",
  "desktop/src/cache/faults.test.ts",
  "staff/src/one-copy.test.ts",
];

export default defineConfig({
  test: {
    include: ["{src,sandbox,db,scripts,tools,test,bench,desktop,staff/src}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...(process.env["TEST_ALL"] ? [] : onlyInAll)],
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    // A file's modules serve the next one, too: loading and warming them for each would be a fifth of the processor's
    // time. Files keep to what they opened themselves; databases, sites and browsers are theirs alone.
    isolate: false,
    // Thousands of files of JavaScript, a function each, which Node loads as they are.
    server: { deps: { external: [/\/src\/i18n\/paraglide\//] } },
    // One more than two processors, for much of a file's time is waiting.
    maxWorkers: 3,
    // No figure of what is tested: a net for what hangs, wide enough for a machine that does other things as well, and
    // with `npm run test:all` for all rounds of a race.
    testTimeout: process.env["TEST_ALL"] ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    // What is awaited comes late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
