/** Journeys through the built site in a real browser. Everything else: vitest.config.ts. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.spec.ts"],
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    // A file's modules serve the next one, too: loading and warming them for each would be a fifth of the processor's time. Files keep to
    // what they opened themselves; databases, sites and browsers are theirs alone.
    isolate: false,
    // A browser and a site are processes of their own: with a third file a page answers too late for what it is measured by.
    maxWorkers: 2,
    // No figure of what is tested: a net for what hangs, wide enough for a machine that does other things as well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as the browser's own waiting (person.ts): what is awaited comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
});
