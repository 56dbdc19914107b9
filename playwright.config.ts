/** Journeys through the built site in a real browser. Everything else: vitest.config.ts. */
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/launch-options.ts";

const everything = Boolean(process.env["TEST_ALL"]);
/**
 * Journeys that only `npm run test:all` takes, beside the tests tagged `@all`: walks over every page that another walk
 * opens as well, stories whose chapters are journeys of their own, and what rules prove without a browser.
 * docs/testing.md says what still proves each of them in the plain run.
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
  testIgnore: everything ? [] : onlyInAll.map((name) => `${name}.spec.ts`),
  ...(!everything && { grepInvert: /@all/ }),
  globalSetup: "./test/global-setup.ts",
  // A browser and a site are processes of their own: with a third file a page answers too late for what it is measured
  // by.
  workers: 2,
  // No figure of what is tested: a net for what hangs, wide enough for a machine that does other things as well.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // A thousand files of JavaScript that need no translation.
  build: { external: ["**/src/i18n/paraglide/**"] },
  // Pictures of failures, and traces of `npm run test:all`: `npx playwright show-trace build/e2e/…/trace.zip` opens one.
  outputDir: "build/e2e",
  reporter: [["list"], ["json", { outputFile: "build/test-results/browser.json" }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // What was done, and what the browser said to it: a seventh of the processor's time even without a page at each
    // step. For one file: `npx playwright test e2e/x.spec.ts --trace retain-on-failure`.
    trace: everything ? { mode: "retain-on-failure", screenshots: false } : "off",
    // The fixture `visit` takes them: Playwright would draw every page of every test when it is closed, in case the
    // test fails later.
    screenshot: "off",
    launchOptions: launchOptions(),
  },
});
