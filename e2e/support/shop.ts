/** A shop for tests of one course and one buyer. It reads the site's database and changes the course. */
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext } from "#test/context.ts";
import { courseBySlug, newPerson, post, type ListedCourse, type Person } from "#test/http/client.ts";
import type { SentMail } from "#test/site.ts";
import { m } from "#messages";
import { fillAddress, fillCard, openCheckout } from "./buying.ts";
import { test as base, type PostgresSite, type Visit } from "./test.ts";
import type { Viewport, Visitor } from "./visitor.ts";

export type RunChange = Partial<typeof courseRuns.$inferInsert>;

/**
 * Changes a course's run and notifies every process, as the staff portal does. Without `values` it only makes the site
 * render its pages again.
 */
export const changeRun = (site: PostgresSite, { id }: ListedCourse, values: RunChange): Promise<void> =>
  inTransaction(testContext(site.database), async (ctx) => {
    if (Object.keys(values).length > 0) await ctx.db.update(courseRuns).set(values).where(eq(courseRuns.id, id));
    await announceContentChange(ctx);
  });

export const seatsLeft = async (site: PostgresSite, { id }: ListedCourse) =>
  (await post(site, "/api/get-course-qty", { course_id: id })).body["qty"] as number;

export interface Shop {
  site: PostgresSite;
  course: ListedCourse;
  /** The buyer of this test. */
  person: Person;
  ordersOf(person: Person): Promise<(typeof orders.$inferSelect)[]>;
  /** Reads the status and reason of each order of a person (by default the buyer), oldest first. */
  statuses(person?: Person): Promise<[status: string, reason: string | null][]>;
  seatsLeft(): Promise<number>;
  /** Counts the payments that the provider has taken. */
  countCharges(): number;
  /** Reads the buyer's mails about orders, newest first. */
  orderMails(): Promise<SentMail[]>;
  /** Makes the run sold out while `work` runs. */
  whileSoldOut(work: () => Promise<void>): Promise<void>;
  change(values: RunChange): Promise<void>;
  /** Opens a browser in which the buyer is logged in. */
  buyer(viewport?: Partial<Viewport>): Promise<Visitor>;
  /** Opens checkout and fills in address and card. */
  fillCheckout(visitor: Visitor): Promise<void>;
}

async function openShop(site: PostgresSite, slug: string, visit: Visit): Promise<Shop> {
  site.sandbox.control.reset();
  const course = await courseBySlug(site, slug);
  const person = await newPerson(site);
  const change = (values: RunChange) => changeRun(site, course, values);
  await change({ capacity: 500 });
  const readOrders = ({ id }: Person) =>
    site.database.db.select().from(orders).where(eq(orders.userId, id)).orderBy(orders.id);
  return {
    site,
    course,
    person,
    ordersOf: readOrders,
    statuses: async (owner = person) => (await readOrders(owner)).map(({ status, reason }) => [status, reason]),
    seatsLeft: () => seatsLeft(site, course),
    countCharges: () => site.sandbox.control.payments().filter(({ status }) => status === "paid").length,
    orderMails: async () =>
      (await site.mails()).filter(
        ({ to, subject }) => to === person.email && subject !== m.accounts_mail_welcome_subject(),
      ),
    async whileSoldOut(work) {
      const [run] = await site.database.db.select().from(courseRuns).where(eq(courseRuns.id, course.id));
      const capacity = run?.capacity ?? 0;
      await change({ capacity: capacity - (await seatsLeft(site, course)) });
      await work().finally(() => change({ capacity }));
    },
    change,
    buyer: (viewport = {}) => visit(site, { ...viewport, as: person }),
    async fillCheckout(visitor) {
      await openCheckout(visitor, slug);
      await fillAddress(visitor);
      await fillCard(visitor);
    },
  };
}

/**
 * `test` with a shop. Every test has a new buyer and a fake provider without faults. A file chooses its course with
 * `test.use({ courseSlug })`.
 */
export const test = base.extend<{ courseSlug: string; shop: Shop }>({
  courseSlug: ["good-clinical-practice", { option: true }],
  shop: async ({ postgresSite, courseSlug, visit }, use) => {
    const shop = await openShop(postgresSite, courseSlug, visit);
    await use(shop);
    postgresSite.sandbox.control.reset();
  },
});

export const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });
