/** A shop on PostgreSQL for tests of one course and one buyer: what is in its database, and hands on its course. */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach } from "vitest";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import { orders } from "#features/sales/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext } from "#test/context.ts";
import type { TestDatabase } from "#test/database.ts";
import { courseBySlug, newPerson, post, type ListedCourse, type Person } from "#test/http/client.ts";
import { fillAddress, fillCard, openCheckout } from "./buying.ts";
import { visit, type Visitor, type World } from "./person.ts";
import { openSite } from "./site.ts";

/** The site, its double without faults and a new buyer before every test. Call at the top of a test file. */
export function openShop(slug: string) {
  const site = openSite({ database: "postgres" });
  let database: TestDatabase;
  let course: ListedCourse;
  let person: Person;

  beforeAll(async () => {
    if (!site.database) throw new Error("no database");
    database = site.database;
    course = await courseBySlug(site, slug);
    await change({ capacity: 500 });
  });
  beforeEach(async () => {
    site.sandbox.control.reset();
    person = await newPerson(site);
  });

  /** Changes the course's run and tells every process, as the staff portal will. */
  const change = (values: Partial<typeof courseRuns.$inferInsert>) =>
    inTransaction(testContext(database), async (ctx) => {
      await ctx.db.update(courseRuns).set(values).where(eq(courseRuns.id, course.id));
      await contentChanged(ctx);
    });
  const ordersOf = ({ id }: Person) => database.db.select().from(orders).where(eq(orders.userId, id)).orderBy(orders.id);
  const seatsLeft = async () => (await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"] as number;
  return {
    site,
    get database() {
      return database;
    },
    get course() {
      return course;
    },
    /** The buyer of this test. */
    get person() {
      return person;
    },
    ordersOf,
    /** Status and reason of each order of a person, oldest first. */
    statuses: async (of = person) => (await ordersOf(of)).map(({ status, reason }) => [status, reason]),
    seatsLeft,
    /** How many payments the provider has taken. */
    charged: () => site.sandbox.control.payments().filter(({ status }) => status === "paid").length,
    /** Leaves no seat free while `work` runs. */
    async whileSoldOut(work: () => Promise<void>) {
      const [run] = await database.db.select().from(courseRuns).where(eq(courseRuns.id, course.id));
      const capacity = run?.capacity ?? 0;
      await change({ capacity: capacity - (await seatsLeft()) });
      await work().finally(() => change({ capacity }));
    },
    change,
    /** The buyer's browser. */
    buyer: (world: Partial<World> = {}) => visit(site, { ...world, as: person }),
    /** Checkout with everything filled in. */
    async readyToPay(visitor: Visitor) {
      await openCheckout(visitor, slug);
      await fillAddress(visitor);
      await fillCard(visitor);
    },
  };
}

export const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });
