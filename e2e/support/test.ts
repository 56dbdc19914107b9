/** The journeys' `test`. Each worker has one browser and one site. Visitors' profiles are closed when a test ends. */
import { expect, test as base, type TestInfo } from "@playwright/test";
import { beginOrder, courseBySlug, newPerson, type Person } from "#test/http/client.ts";
import { isFullRun, type TestDatabase } from "#test/open-database.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { openVisitor, type Visitor, type VisitorOptions } from "./visitor.ts";

export { expect };

export interface PostgresSite extends TestSite {
  database: TestDatabase;
}

export type Visit = (site: TestSite, options?: VisitorOptions) => Promise<Visitor>;

interface TestFixtures {
  /** Opens a new browser profile on a site. It is closed after the test. Any problem in it fails the test. */
  visit: Visit;
}

export interface Owner {
  person: Person;
  /** An open order that is not paid. */
  orderId: number;
}

interface WorkerFixtures {
  /** The site that all files of a worker share. */
  site: TestSite;
  /**
   * The same site with its PostgreSQL, for tests that read the database. They restore its content or use their own
   * courses.
   */
  postgresSite: PostgresSite;
  /** Someone with an order on `site`. */
  owner: Owner;
}

/** Attaches a screenshot of each page of a visitor to the test. */
async function attachScreenshots({ context }: Visitor, testInfo: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    const path = testInfo.outputPath(`picture-${testInfo.attachments.length + 1}.png`);
    await page.screenshot({ path });
    testInfo.attachments.push({ name: `picture of ${page.url()}`, path, contentType: "image/png" });
  }
}

/** A step that only `npm run test:all` runs. docs/testing.md says what covers it in the plain run. */
export async function stepInAll(title: string, body: () => Promise<void>): Promise<void> {
  if (isFullRun) await base.step(title, body);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  visit: async ({ browser }, use, testInfo) => {
    const visitors: Visitor[] = [];
    await use(async (site, options) => {
      const visitor = await openVisitor(browser, site, options);
      visitors.push(visitor);
      return visitor;
    });
    const problems: string[] = [];
    for (const visitor of visitors) {
      const pages = visitor.context.pages().map((page) => page.url());
      if (testInfo.status !== testInfo.expectedStatus || visitor.problems.length > 0)
        await attachScreenshots(visitor, testInfo);
      await visitor.context.close();
      problems.push(...visitor.problems.map((problem) => `${problem} on ${pages.join(", ")}`));
    }
    expect(problems, "what went wrong in the browser").toEqual([]);
  },
  site: [
    async ({ postgresSite }, use) => {
      await use(postgresSite);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  postgresSite: [
    async ({}, use) => {
      // Any file will do: the fake Apple Pay sheet never requests it.
      const site = await startTestSite({ database: "postgres", env: { APPLE_PAY_DOMAIN_FILE: "LICENSE" } });
      if (!site.database) throw new Error("no database");
      await use({ ...site, database: site.database });
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  owner: [
    async ({ site }, use) => {
      const person = await newPerson(site);
      const { order_id: orderId } = await beginOrder(site, person, (await courseBySlug(site, "systematic-reviews")).id);
      await use({ person, orderId });
    },
    { scope: "worker" },
  ],
});
