/** The site of a test file. */
import { afterAll, beforeAll } from "vitest";
import { startTestSite, type TestSite, type TestSiteOptions } from "#test/site.ts";
import { closeBrowser } from "./browser.ts";

/** Starts it before the tests of the file, and ends it after them, with the browser. Call at the top; it can be used from `beforeAll` on. */
export function openSite(options: TestSiteOptions): TestSite {
  const site = {} as TestSite;
  let starting: Promise<TestSite> | undefined;
  beforeAll(async () => void Object.assign(site, await (starting = startTestSite(options))));
  afterAll(async () => {
    await closeBrowser();
    // Also when it came up only after the tests had given up waiting.
    await starting?.then((started) => started.stop(), () => {});
  });
  return site;
}
