/** Configures all tests except browser journeys, which playwright.config.ts configures. */
import { configDefaults, defineConfig } from "vitest/config";

/**
 * Tests that only `npm run test:all` runs: killed and hanging processes, backups, upgrades, load, many concurrent
 * processes, and the demo's history, which the build already creates. docs/testing.md says what covers each of them in
 * the plain run.
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
    // Test files of a worker share loaded modules, because loading them for each file would take a fifth of the
    // processor time. Each file must use only the databases, sites and browsers that it has opened, and the site of
    // `sharedTestSite`.
    isolate: false,
    // These are thousands of JavaScript files of one function each, which Node loads without transpiling.
    server: { deps: { external: [/\/src\/i18n\/paraglide\//] } },
    // One more than the two processors, because test files often wait.
    maxWorkers: 3,
    // Only ends tests that hang. It is no limit for the site, so it is long enough for a machine under other load and,
    // in `npm run test:all`, for all rounds of a race.
    testTimeout: process.env["TEST_ALL"] ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    // Awaited results come late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
