/** Journeys through the built site in a real browser. vitest.config.ts configures all other tests. */
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/launch-options.ts";

const isFullRun = Boolean(process.env["TEST_ALL"]);
/**
 * Journeys that only `npm run test:all` runs, besides the tests tagged `@all`. Their pages are opened by other journeys
 * too, their chapters have journeys of their own, or tests without a browser cover the same rules. docs/testing.md says
 * what covers each of them in the plain run.
 */
const onlyInAll = [
  "after-story",
  "api-docs",
  "app",
  "attack-outside",
  "attendance",
  "company-invoice",
  "cpd-record",
  "feedback",
  "groups",
  "hash",
  "keep-redirect",
  "mails",
  "map",
  "narrow",
  "people-list",
  "preview",
  "run-decide",
  "run-states",
  "seats-change-hands",
  "seo",
  "sliders",
  "staff-story",
  "ticket",
];

export default defineConfig({
  testDir: "e2e",
  testIgnore: isFullRun ? [] : onlyInAll.map((name) => `${name}.spec.ts`),
  ...(!isFullRun && { grepInvert: /@all/ }),
  globalSetup: "./test/global-setup.ts",
  // Each worker runs a browser and a site. With a third worker, pages respond too late for the journeys that measure
  // time.
  workers: 2,
  // Only ends tests that hang. It is no limit for the site, so it is long enough for a machine under other load.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // These are about a thousand JavaScript files that need no transpiling.
  build: { external: ["**/src/i18n/paraglide/**"] },
  // Holds screenshots of failures and traces of `npm run test:all`. `npx playwright show-trace
  // build/e2e/…/trace.zip` opens a trace.
  outputDir: "build/e2e",
  reporter: [["list"], ["json", { outputFile: "build/test-results/browser.json" }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // A trace takes a seventh of the processor time even without screenshots. To trace one file: `npx playwright test
    // e2e/x.spec.ts --trace retain-on-failure`.
    trace: isFullRun ? { mode: "retain-on-failure", screenshots: false } : "off",
    // The fixture `visit` takes screenshots of failures. Playwright would take one of every page that a test closes, in
    // case the test fails later.
    screenshot: "off",
    launchOptions: launchOptions(),
  },
});
