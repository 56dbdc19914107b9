/** The site of a test file. */
import { afterAll, beforeAll } from "vitest";
import { startTestSite, type TestSite, type TestSiteOptions } from "#test/site.ts";
import { closeBrowser } from "./browser.ts";

/** Starts it before the tests of the file, and ends it after them, with the browser. Call at the top; it can be used from `beforeAll` on. */
export function openSite(options: TestSiteOptions): TestSite {
  const site = {} as TestSite;
  beforeAll(async () => void Object.assign(site, await startTestSite(options)));
  afterAll(async () => {
    await closeBrowser();
    await site.stop?.();
  });
  return site;
}
