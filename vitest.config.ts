/** Rules, verbs, API, mail and the provider's double. Browser journeys: vitest.e2e.config.ts. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,sandbox,db,scripts,test,bench,desktop}/**/*.test.{ts,tsx}"],
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
