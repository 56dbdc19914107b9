/** Rules, verbs, API, mail and the fake provider. Browser journeys: playwright.config.ts. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,sandbox,db,scripts,tools,test,bench,desktop,staff/src}/**/*.test.{ts,tsx}"],
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    // A file's modules serve the next one, too: loading and warming them for each would be a fifth of the processor's
    // time. Files keep to what they opened themselves; databases, sites and browsers are theirs alone.
    isolate: false,
    // One more than two processors, for much of a file's time is waiting.
    maxWorkers: 3,
    // No figure of what is tested: a net for what hangs, wide enough for a machine that does other things as well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is awaited comes late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
