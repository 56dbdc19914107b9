/** S-08: whatever goes wrong between card and seat ends in a truthful status and a helpful page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import { orders, paymentAttempts, refunds, seatHolds } from "#features/sales/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { formatSar } from "#i18n/money.ts";
import { inTransaction } from "#platform/context.server.ts";
import { m } from "#messages";
import { confirmAtBank, declinedCard } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import type { TestDatabase } from "#test/database.ts";
import { beginOrder, courseBySlug, newPerson, post, type ListedCourse, type Person } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { closeBrowser } from "./support/browser.ts";
import { answerBank, buy, cardPosts, field, fill, fillAddress, fillCard, openCheckout, settled, submitButton, submitToBank } from "./support/buying.ts";
import { ready, visit, worlds, type Visitor, type World } from "./support/person.ts";

let site: TestSite;
let database: TestDatabase;
const slug = "good-clinical-practice";
let course: ListedCourse;
let person: Person;

beforeAll(async () => {
  site = await startTestSite({ database: "postgres" });
  if (!site.database) throw new Error("no database");
  database = site.database;
  course = await courseBySlug(site, slug);
  await change({ capacity: 500 });
});
beforeEach(async () => {
  site.sandbox.control.reset();
  person = await newPerson(site);
});
afterAll(async () => {
  await closeBrowser();
  await site.stop();
});

const ordersOf = ({ id }: Person) => database.db.select().from(orders).where(eq(orders.userId, id)).orderBy(orders.id);
const statuses = async (of = person) => (await ordersOf(of)).map(({ status, reason }) => [status, reason]);
const seatsLeft = async () => (await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"] as number;
/** Changes the course's run and tells every process, as the staff portal will. */
const change = (values: Partial<typeof courseRuns.$inferInsert>) =>
  inTransaction(testContext(database), async (ctx) => {
    await ctx.db.update(courseRuns).set(values).where(eq(courseRuns.id, course.id));
    await contentChanged(ctx);
  });
const charged = () => site.sandbox.control.payments().filter(({ status }) => status === "paid").length;
const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });
const buyer = (world: Partial<World> = {}) => visit(site, { ...world, as: person });
async function readyToPay(visitor: Visitor): Promise<void> {
  await openCheckout(visitor, slug);
  await fillAddress(visitor);
  await fillCard(visitor);
}

describe.each(worlds)("a declined card ($locale, $width px)", (world) => {
  const t = { locale: world.locale };
  it("S-08 shows the bank's message, says that nothing was charged, and another card works", async () => {
    const visitor = await buyer(world);
    const before = await seatsLeft();
    await buy(visitor, slug, declinedCard);
    await title(visitor).filter({ hasText: m.sales_failed({}, t) }).waitFor();
    const text = await visitor.page.locator("main").innerText();
    for (const part of ["DECLINED", m.sales_nothing_charged({}, t)]) expect(text).toContain(part);
    await visitor.check("a declined card");
    expect(await statuses()).toEqual([["failed", "declined"]]);
    expect(charged()).toBe(0);

    await visitor.page.getByRole("link", { name: m.sales_try_again({}, t) }).click();
    await field(visitor, "number").waitFor();
    expect(await field(visitor, "number").inputValue()).toBe("");
    expect(await field(visitor, "city").inputValue()).toBe("Riyadh");
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked({}, t) }).waitFor();
    expect((await statuses()).map(([status]) => status)).toEqual(["failed", "paid"]);
    expect(charged()).toBe(1);
    expect(await seatsLeft()).toBe(before - 1);
  });

  it("S-08 3-D Secure cancelled by the payer ends like a declined card", async () => {
    const visitor = await buyer(world);
    await readyToPay(visitor);
    await submitToBank(visitor);
    await answerBank(visitor, "cancel");
    await title(visitor).filter({ hasText: m.sales_failed({}, t) }).waitFor();
    expect(await visitor.page.locator("main").innerText()).toContain(m.sales_nothing_charged({}, t));
    expect(await statuses()).toEqual([["failed", "declined"]]);
    expect(charged()).toBe(0);
  });
});

describe("what the buyer does", () => {
  it("S-08 a closed browser: the webhook settles the order and the mail comes all the same", async () => {
    const visitor = await buyer({ locale: "ar" });
    await readyToPay(visitor);
    await submitToBank(visitor);
    const bank = visitor.page.url();
    await visitor.page.close();
    expect(await statuses()).toEqual([["pending", null]]);
    await confirmAtBank(bank);
    await expect.poll(() => statuses()).toEqual([["paid", null]]);
    await expect.poll(async () => (await site.mails()).filter(({ to }) => to === person.email)).toHaveLength(1);
    expect((await site.mails()).find(({ to }) => to === person.email)?.html).toContain('lang="ar"');
  });

  it("S-08 a bank that never sends the buyer back: My Courses tells the truth", async () => {
    site.sandbox.control.fault({ route: "callback", kind: "never" });
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.page.locator("button.primary").click();
    await visitor.page.getByRole("heading", { level: 1 }).filter({ hasText: "finished" }).waitFor();
    await expect.poll(() => statuses()).toEqual([["paid", null]]);
    await visitor.open("/my-courses");
    await visitor.page.getByRole("row").filter({ hasText: m.sales_status_paid() }).waitFor();
  });

  it("S-08 abandoned at the bank: the order waits, and says until when the seat is held", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.open("/my-courses");
    await visitor.page.getByRole("row").filter({ hasText: m.sales_status_pending() }).waitFor();
    expect(await statuses()).toEqual([["pending", null]]);
    expect(charged()).toBe(0);
  });

  it("E-02 S-08 a double click, Enter and a click while it is being sent: one order, one charge", async () => {
    const visitor = await buyer();
    const before = await seatsLeft();
    await readyToPay(visitor);
    site.sandbox.control.fault({ route: "create", kind: "slow", delayMs: 700 });
    await submitButton(visitor).dblclick();
    const busy = visitor.page.getByRole("button", { name: m.sales_processing() });
    await busy.waitFor();
    expect(await busy.getAttribute("aria-disabled")).toBe("true");
    await busy.click({ force: true });
    await field(visitor, "cvc").press("Enter");
    await visitor.page.waitForURL(/\/prepare/);
    expect(cardPosts(visitor)).toHaveLength(1);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
    expect([charged(), await seatsLeft()]).toEqual([1, before - 1]);
  });

  it("S-08 back from the bank and submitted again, in two tabs: one charge", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.page.goBack();
    await ready(visitor.page);
    await field(visitor, "number").waitFor();
    // A page brought back holds no card.
    expect(await field(visitor, "number").inputValue()).toBe("");
    await fillCard(visitor);
    visitor.expect("/v1/payments", 400);
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
    expect([charged(), site.sandbox.control.payments().length]).toEqual([1, 1]);
  });

  it("S-08 a reload of order-response, and a visit to it from history, change nothing", async () => {
    const visitor = await buyer();
    await buy(visitor, slug);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    for (let i = 0; i < 2; i++) {
      await visitor.page.reload();
      await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    }
    expect(await statuses()).toEqual([["paid", null]]);
    expect((await site.mails()).filter(({ to }) => to === person.email)).toHaveLength(1);
  });

  it("S-08 status=paid in the address: nobody is told of a success that is none", async () => {
    const order = await beginOrder(site, person, course.id);
    const visitor = await buyer();
    await visitor.open(`/order-response?id=${order.given_id}&status=paid&amount=276000&message=APPROVED`);
    await title(visitor).filter({ hasText: m.sales_confirming() }).waitFor();
    const text = await visitor.page.locator("main").innerText();
    for (const part of [m.sales_booked(), m.sales_paid(), "APPROVED"]) expect(text).not.toContain(part);
    expect(await statuses()).toEqual([["pending", null]]);
    // Nor by somebody else's payment.
    const other = await newPerson(site);
    const theirs = await visit(site, { as: other });
    theirs.expect("/api/update-payment-status", 404);
    await theirs.open(`/order-response?id=${order.given_id}&status=paid`);
    await title(theirs).filter({ hasText: m.sales_order_not_found() }).waitFor();
    expect(await statuses(other)).toEqual([]);
  });

  it("S-08 a failure in the address of a paid order is not believed either", async () => {
    site.sandbox.control.fault({ route: "callback", kind: "tampered" });
    const visitor = await buyer();
    await buy(visitor, slug);
    expect(new URL(visitor.page.url()).searchParams.get("status")).toBe("failed");
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
  });

  it("S-08 another card number than any bank has is refused before anything is sent", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await fill(visitor, "number", "4111111111111112");
    await submitButton(visitor).click();
    await visitor.page.getByText(m.sales_card_number_wrong()).waitFor();
    expect(cardPosts(visitor)).toEqual([]);
  });
});

describe("what others do meanwhile", () => {
  it("S-08 a price changed between page and Submit: no card is sent until the buyer has seen the new one", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await change({ priceHalalas: 180_000 });
    try {
      await submitButton(visitor).click();
      await visitor.page.getByText(m.sales_pay_price({ total: `\u2068${formatSar("2070.00", "en")}\u2069` })).waitFor();
      expect(await visitor.page.locator("section[aria-labelledby=review]").innerText()).toContain(formatSar("2070.00", "en"));
      expect(cardPosts(visitor)).toEqual([]);
      await submitToBank(visitor);
      await answerBank(visitor);
      await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
      expect((await ordersOf(person)).map(({ totalHalalas, status }) => [totalHalalas, status])).toEqual([[207_000, "paid"]]);
    } finally {
      await change({ priceHalalas: 170_000 });
    }
  });

  it("S-08 the last seat goes to somebody else while the form is filled: no card is sent", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    const [run] = await database.db.select().from(courseRuns).where(eq(courseRuns.id, course.id));
    await change({ capacity: (run?.capacity ?? 0) - (await seatsLeft()) });
    try {
      visitor.expect("/api/begin-checkout", 409);
      await submitButton(visitor).click();
      await visitor.page.getByText(m.sales_checkout_sold_out({ course: course.name_eng })).waitFor();
      expect(cardPosts(visitor)).toEqual([]);
      expect(await field(visitor, "city").inputValue()).toBe("Riyadh");
      // Who comes now sees it on the course's page and in checkout.
      await visitor.open(`/courses/${slug}`);
      const button = visitor.page.getByRole("button", { name: m.catalogue_sold_out() }).first();
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      await visitor.open(`/checkout/${slug}`);
      await visitor.page.getByText(m.sales_other_dates_hint()).waitFor();
      await visitor.check("checkout of a sold-out course");
      expect(await statuses()).toEqual([]);
    } finally {
      await change({ capacity: run?.capacity ?? 0 });
    }
  });

  /** Moves an order's time to pay into the past, as if the buyer had gone for lunch. */
  async function holdIsOver(): Promise<void> {
    const past = new Date(Date.now() - 60_000);
    const [order] = await ordersOf(person);
    await database.db.update(orders).set({ expiresAt: past }).where(eq(orders.id, order?.id ?? 0));
    await database.db.update(seatHolds).set({ expiresAt: past }).where(eq(seatHolds.orderId, order?.id ?? 0));
    // Whoever asks next ends the order: the buyer in another tab, or the reconciliation job.
    const [attempt] = await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order?.id ?? 0));
    const asked = await post(site, "/api/update-payment-status", { id: attempt?.id }, { token: person.token });
    expect(asked.body).toEqual({ status: "expired", order_id: order?.id });
    expect(await statuses()).toEqual([["expired", "abandoned"]]);
  }

  it("S-08 paid after the hold was over, with a seat still free: the buyer gets it", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await holdIsOver();
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", "late-payment"]]);
  });

  it("S-08 paid after the hold was over and the seat was sold: the money goes back, and the buyer is told so", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await holdIsOver();
    const [run] = await database.db.select().from(courseRuns).where(eq(courseRuns.id, course.id));
    await change({ capacity: (run?.capacity ?? 0) - (await seatsLeft()) });
    try {
      await answerBank(visitor);
      await title(visitor).filter({ hasText: m.sales_expired() }).waitFor();
      await visitor.check("an order whose time was over");
      expect(await statuses()).toEqual([["expired", "abandoned"]]);
      const [order] = await ordersOf(person);
      await expect.poll(async () => (await database.db.select({ status: refunds.status }).from(refunds).innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId)).where(eq(paymentAttempts.orderId, order?.id ?? 0)))[0]?.status, { timeout: 20_000 }).toBe("done");
      expect(site.sandbox.control.payments().map(({ status, refunded, amount }) => [status, refunded === amount])).toEqual([["refunded", true]]);
      await expect.poll(async () => (await site.mails()).filter(({ to }) => to === person.email).map(({ subject }) => subject)).toEqual([m.sales_mail_refunded_subject({ id: String(order?.id) })]);
      await visitor.open(`/my-courses/${order?.id}`);
      await settled(visitor);
      await visitor.check("an order that was given back");
    } finally {
      await change({ capacity: run?.capacity ?? 0 });
    }
  });
});

describe("what the provider does", () => {
  const kinds = ["error_500", "html_403", "malformed_json", "drop_before_commit"] as const;
  it.each(kinds)("S-08 %s instead of an answer to the card: the page says what is known, and Submit again pays once", async (kind) => {
    const visitor = await buyer();
    visitor.expect("/v1/payments", 400, 403, 500);
    visitor.expectFailure(`${site.sandbox.url}/v1/payments`);
    await readyToPay(visitor);
    // Twice, because a browser repeats by itself what a connection lost that it had used before.
    site.sandbox.control.fault({ route: "create", kind, times: kind === "drop_before_commit" ? 2 : 1 });
    await submitButton(visitor).click();
    if (kind === "malformed_json") {
      // The payment was made: our server finds it and the buyer goes to the bank.
      await visitor.page.waitForURL(/\/prepare/);
    } else {
      await visitor.page.getByText(m.sales_pay_not_charged()).waitFor();
      site.sandbox.control.clearFaults();
      expect(await field(visitor, "number").inputValue()).toBe("4111 1111 1111 1111");
      expect(await statuses()).toEqual([["pending", null]]);
      await submitToBank(visitor);
    }
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect([await statuses(), charged(), site.sandbox.control.payments().length]).toEqual([[["paid", null]], 1, 1]);
  });

  it("S-08 the answer to the card is lost after the provider has it: the buyer goes on to the bank, charged once", async () => {
    const visitor = await buyer();
    // The browser may repeat it by itself, and hears that the payment is there already.
    visitor.expect("/v1/payments", 400);
    visitor.expectFailure(`${site.sandbox.url}/v1/payments`);
    await readyToPay(visitor);
    site.sandbox.control.fault({ route: "create", kind: "drop_after_commit" });
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect([await statuses(), charged()]).toEqual([[["paid", null]], 1]);
  });

  it("S-08 the provider has the card and says nothing until the line is cut: the buyer goes on to the bank, charged once", async () => {
    const visitor = await buyer();
    visitor.expect("/v1/payments", 400);
    visitor.expectFailure(`${site.sandbox.url}/v1/payments`);
    await readyToPay(visitor);
    site.sandbox.control.fault({ route: "create", kind: "hang_after_commit" });
    await submitButton(visitor).click();
    await expect.poll(() => site.sandbox.control.hanging()).toBe(1);
    expect(await visitor.page.getByRole("button", { name: m.sales_processing() }).getAttribute("aria-busy")).toBe("true");
    site.sandbox.control.release();
    await visitor.page.waitForURL(/\/prepare/);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect([await statuses(), charged()]).toEqual([[["paid", null]], 1]);
  });

  it("S-08 the provider fails when our server asks: no success is claimed, and the page finds out when it answers again", async () => {
    const visitor = await buyer();
    visitor.expect("/api/update-payment-status", 503);
    await readyToPay(visitor);
    await submitToBank(visitor);
    for (let i = 0; i < 2; i++) site.sandbox.control.fault({ route: "webhook", kind: "missing" });
    site.sandbox.control.fault({ route: "fetch", kind: "error_500", times: 8 });
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_no_answer() }).waitFor();
    expect(await visitor.page.locator("main").innerText()).toContain(m.sales_no_answer_text());
    await visitor.check("the provider does not answer");
    expect(await statuses()).toEqual([["pending", null]]);
    site.sandbox.control.clearFaults();
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor({ timeout: 20_000 });
    expect(await statuses()).toEqual([["paid", null]]);
  });

  it("S-08 webhooks doubled, late and forged: one confirmation, and a wrong secret changes nothing", async () => {
    site.sandbox.control.fault({ route: "webhook", kind: "double", times: 3 });
    const visitor = await buyer();
    await buy(visitor, slug);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    await site.sandbox.control.webhooksSettled();
    for (const event of site.sandbox.control.events()) site.sandbox.control.resend(event.id, { times: 2 });
    await site.sandbox.control.webhooksSettled();
    expect(await statuses()).toEqual([["paid", null]]);
    expect((await site.mails()).filter(({ to }) => to === person.email)).toHaveLength(1);
    const order = await beginOrder(site, await newPerson(site), course.id);
    const forged = await post(site, "/api/payment-webhook", { id: crypto.randomUUID(), type: "payment_paid", secret_token: "guess", live: false, data: { id: order.given_id, status: "paid" } });
    expect(forged.status).toBe(401);
  });

  it("S-08 a bank that takes another amount than the order's: no seat, the money goes back", async () => {
    const visitor = await buyer();
    const before = await seatsLeft();
    await readyToPay(visitor);
    await submitToBank(visitor);
    const [payment] = site.sandbox.control.payments();
    site.sandbox.control.patch(payment?.id ?? "", { amount: 100 });
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_failed() }).waitFor();
    expect(await statuses()).toEqual([["failed", "mismatch"]]);
    expect(await seatsLeft()).toBe(before);
  });
});
