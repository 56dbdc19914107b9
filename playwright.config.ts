/** Journeys through the built site in a real browser. Everything else: vitest.config.ts. */
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/launch-options.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./test/global-setup.ts",
  // A browser and a site are processes of their own: with a third file a page answers too late for what it is measured by.
  workers: 2,
  // No figure of what is tested: a net for what hangs, wide enough for a machine that does other things as well.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Traces and pictures of failures. `npx playwright show-trace build/e2e/…/trace.zip` opens one.
  outputDir: "build/e2e",
  reporter: [["list"], ["json", { outputFile: "build/test-results/browser.json" }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // Without its film strip, for which the browser would draw every frame once more.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
});
