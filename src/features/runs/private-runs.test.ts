/** Private runs (decision 050): refusals, then what staff and buyers can do. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseAddresses } from "#features/catalogue/addresses.server.ts";
import { courseDetails, listChoices, listCourses, relatedCourses } from "#features/catalogue/courses.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listMoveDates } from "#features/changes/changeable-seats.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { searchSlugs } from "#features/content/search/search.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { orderMailFor } from "#features/settlement/mails/order-mails.server.ts";
import { proformaPdf } from "#features/settlement/quotes/proforma.server.ts";
import { quoteSeats } from "#features/settlement/quotes/quote.server.ts";
import { recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { joinWaitlist, readWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import { mailNewDates, subscribeToNewDates } from "#features/waitlist/new-dates.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Conflict, Forbidden, NotFound, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { bank } from "#test/bank.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { createCompanyRun, hospital, readQuotationLink } from "#test/company-run.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { openSandbox } from "#test/sandbox.ts";
import { copyRun, createRun } from "./create-run.server.ts";
import { editRun } from "./edit-run.server.ts";
import { renewRunLink, withdrawRunLink } from "./run-link.server.ts";
import { countRuns, listRuns, readRun } from "./staff-runs.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("a private run by link", (open) => {
  let visitor: TestCtx;
  let buyer: TestCtx;
  let training: TestCtx;
  let course: { id: number; slug: string; category: string };
  let runId: number;
  let startDate: string;

  beforeEach(async () => {
    visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    buyer = visitor.as(await makeUser(visitor.db));
    training = visitor.asStaff("training");
    course = await makeCourse(visitor.db, { name_eng: "Zirconium handling" });
    startDate = addDays(riyadhDate(visitor.now()), 60);
    ({ id: runId } = await createRun(training, {
      courseId: course.id,
      visibility: "link",
      sessions: [],
      startDate,
      delivery: "onsite",
      venueEng: "Hall 1, Riyadh",
      capacity: 12,
      price: 240_000,
      hours: 6,
      accreditationStatus: "none",
    }));
  });

  const readKey = async () => {
    const { links } = await readRun(training, { id: runId });
    return links && (new URL(links.eng).searchParams.get("key") ?? "");
  };
  const details = async (key?: string | null) => courseDetails(visitor, { slug: course.slug, run: runId, key });
  const buy = async (key?: string | null) =>
    beginCheckout(buyer, { items: [{ runId, qty: 1, key }], billing: address });
  const edit = async (values: object) => {
    const { version } = await readRun(training, { id: runId });
    await editRun(training, { runId, version, ...values });
  };

  describe("refusals", () => {
    it("without its own key has no page, hold, booking or quotation", async () => {
      await changeSetting(visitor.asStaff("owner"), "transfers", bank);
      const other = await makeRun(visitor.db, course.id, { visibility: "link", linkSeed: "other" });
      const { links } = await readRun(training, { id: other.id });
      const otherKey = new URL(links?.eng ?? "").searchParams.get("key");
      for (const key of [undefined, null, "", "A".repeat(22), otherKey]) {
        await expect(details(key)).rejects.toThrow(NotFound);
        await expect(buy(key)).rejects.toThrow(NotFound);
        const items = [{ runId, qty: 3, key }];
        const booking = { items, billing: address, company: hospital, totalHalalas: 828_000 };
        await expect(bookByTransfer(buyer, booking)).rejects.toThrow(NotFound);
        await expect(quoteSeats(visitor, { items })).rejects.toThrow(Conflict);
      }
    });

    it("requires a name on the first seat, as a public run does", async () => {
      const listed = await makeRun(visitor.db, course.id);
      for (const item of [
        { runId, key: await readKey() },
        { runId: listed.id, key: "x" },
      ]) {
        const items = [{ ...item, qty: 2, named_later: 2 }];
        await expect(beginCheckout(buyer, { items, billing: address })).rejects.toMatchObject({
          fields: { "items.0.named_later": expect.any(Array) },
        });
      }
    });

    it("shows the next public date instead, if requested without its key", async () => {
      const listed = await makeRun(visitor.db, course.id, {
        startDate: addDays(startDate, 5),
        endDate: addDays(startDate, 5),
      });
      const shown = await details();
      expect([shown.id, shown.other_dates]).toEqual([listed.id, []]);
    });

    it("has no waiting list and is no new date", async () => {
      await expect(readWaitlist(visitor, { runId })).rejects.toThrow(NotFound);
      await expect(joinWaitlist(buyer, { runId, seats: 1 })).rejects.toThrow(NotFound);
      await subscribeToNewDates(buyer, { slug: course.slug });
      await mailNewDates(visitor, { runId });
      expect(await visitor.db.$count(outboxMails, eq(outboxMails.template, "new-dates"))).toBe(0);
    });

    it("cannot become private while people are on its waiting list", async () => {
      await edit({ visibility: "public" });
      const userId = buyer.viewer?.id ?? "";
      const entry = { runId, userId, seats: 1, rank: 1, joinedAt: visitor.now(), joinedFrom: "x" };
      await visitor.db.insert(waitlistEntries).values(entry);
      await expect(edit({ visibility: "link" })).rejects.toThrow(ValidationError);
    });

    it("only roles that may write the schedule see, renew and withdraw the link", async () => {
      const support = visitor.asStaff("support");
      expect((await readRun(support, { id: runId })).links).toBeNull();
      await expect(renewRunLink(support, { runId })).rejects.toThrow(Forbidden);
      await expect(withdrawRunLink(support, { runId })).rejects.toThrow(Forbidden);
      await expect(renewRunLink(training, { runId: 4711 })).rejects.toThrow(NotFound);
      const { id } = await makeRun(visitor.db, course.id);
      await expect(renewRunLink(training, { runId: id })).rejects.toThrow(Conflict);
      await expect(withdrawRunLink(training, { runId: id })).rejects.toThrow(Conflict);
      expect((await readRun(training, { id })).links).toBeNull();
    });
  });

  it("is in no list, filter, search, sitemap, related courses, other dates or dates to move to", async () => {
    const other = await makeCourse(visitor.db);
    const listed = await makeRun(visitor.db, other.id, { startDate, endDate: startDate });
    await makeRun(visitor.db, other.id, { venueEng: "Hall 2, Tabuk", visibility: "link", linkSeed: "x" });
    const slugs = (await listCourses(visitor, { page: 1 })).data.map(({ slug }) => slug);
    expect(slugs).toEqual([other.slug]);
    const cities = (await listChoices(visitor, {})).place.map(({ value }) => value);
    expect(cities).toEqual(["Riyadh"]);
    expect((await listCourses(visitor, { page: 1, searchInput: "Tabuk" })).data).toEqual([]);
    expect(await searchSlugs(visitor, "course", "zirconium")).toEqual([]);
    expect(await courseAddresses(visitor)).toMatchObject([{ slug: other.slug }]);
    expect(await relatedCourses(visitor, other)).toEqual([]);
    expect((await courseDetails(visitor, { slug: other.slug })).other_dates).toEqual([]);
    expect(await listMoveDates(visitor, listed as never)).toEqual([]);
  });

  it("opens and sells by its link until it is withdrawn or renewed; its orders remain", async () => {
    const key = await readKey();
    expect(await details(key)).toMatchObject({ id: runId, key, seats_left: 12 });
    const order = await buy(key);
    expect(order.amount).toBe(276_000);
    await withdrawRunLink(training, { runId });
    expect(await readKey()).toBeNull();
    await expect(details(key)).rejects.toThrow(NotFound);
    await expect(buy(key)).rejects.toThrow(NotFound);
    await renewRunLink(training, { runId });
    const renewed = await readKey();
    expect(renewed).not.toBe(key);
    await expect(details(key)).rejects.toThrow(NotFound);
    expect((await details(renewed)).seats_held).toBe(1);
    expect((await buy(renewed)).order_id).toBe(order.order_id);
  });

  it("stores no key in the emails of its orders", async () => {
    const key = (await readKey()) ?? "";
    const { order_id } = await buy(key);
    const { props } = await orderMailFor(visitor, order_id);
    expect(props.retryUrl).toMatch(new RegExp(`/my-courses/${order_id}$`));
    expect(JSON.stringify(props)).not.toContain(key);
  });

  it("staff list, filter and sell it as any run, without its link", async () => {
    const query = { page: 1, perPage: 20, sort: "id", descending: false } as never;
    const filtered = await listRuns(training, { ...(query as object), filter: { visibility: "link" } } as never);
    expect(filtered.data.map(({ id }) => id)).toEqual([runId]);
    expect((await countRuns(training)).views.find(({ name }) => name === "ahead")?.total).toBe(1);
    const owner = visitor.asStaff("owner");
    await changeSetting(owner, "transfers", bank);
    const order = { buyerId: buyer.viewer?.id ?? "", items: [{ runId, qty: 2 }], billing: address };
    expect((await openTransferOrder(owner, order)).totalHalalas).toBe(552_000);
  });

  it("a copy has its own link; a run made public has none, is found, and notifies subscribers", async () => {
    const { id } = await copyRun(training, {
      runId,
      startDate: addDays(startDate, 7),
      venueEng: "Hall 1, Riyadh",
      venueAr: null,
    });
    const [first, copy] = [await readRun(training, { id: runId }), await readRun(training, { id })];
    expect(copy.visibility).toBe("link");
    expect(copy.links?.eng).not.toBe(first.links?.eng);
    visitor.queued.length = 0;
    await edit({ visibility: "public" });
    expect(visitor.queued).toContainEqual({ name: "waiting.tell-dates", data: { runId } });
    expect(await searchSlugs(visitor, "course", "zirconium")).toEqual([course.slug]);
    const [stored] = await visitor.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    expect(stored?.linkSeed).toBeNull();
    await edit({ visibility: "link" });
    expect(await searchSlugs(visitor, "course", "zirconium")).toEqual([]);
    expect(await readKey()).not.toBe(new URL(first.links?.eng ?? "").searchParams.get("key"));
  });

  it("an unrelated edit keeps a withdrawn link withdrawn", async () => {
    await withdrawRunLink(training, { runId });
    await edit({ capacity: 14 });
    expect(await readKey()).toBeNull();
  });
});

describeOnDatabase("a run for a company", (open) => {
  let visitor: TestCtx;
  let buyer: TestCtx;
  let training: TestCtx;
  let course: { id: number; slug: string };
  let startDate: string;

  beforeEach(async () => {
    visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    buyer = visitor.as(await makeUser(visitor.db));
    training = visitor.asStaff("training");
    course = await makeCourse(visitor.db);
    startDate = addDays(riyadhDate(visitor.now()), 9);
    await changeSetting(visitor.asStaff("owner"), "transfers", bank);
  });

  const makeCompanyRun = async (values: object = {}) => {
    const runId = await createCompanyRun(training, { courseId: course.id, startDate, ...values });
    return { runId, key: (await readQuotationLink(training, runId)).key };
  };
  type Made = Awaited<ReturnType<typeof makeCompanyRun>>;
  const begin = ({ runId, key }: Made, qty = 12, rest: object = {}, who = buyer) =>
    beginCheckout(who, { items: [{ runId, qty, key }], billing: address, company: hospital, ...rest });
  const book = ({ runId, key }: Made, totalHalalas: number, qty = 12, who = buyer) =>
    bookByTransfer(who, {
      items: [{ runId, qty, key, named_later: qty - 1 }],
      billing: address,
      company: { ...hospital, purchase_order: "PO-88120" },
      totalHalalas,
    });

  describe("refusals", () => {
    it.each([
      ["companyName", { companyName: null }],
      ["capacity", { capacity: 51 }],
      ["price", { price: 0 }],
    ])("requires a valid %s", async (field, values) => {
      await expect(makeCompanyRun(values)).rejects.toMatchObject({ fields: { [field]: expect.any(Array) } });
    });

    it("rejects part of the seats, an order without the company, a discount code and another total; holds nothing", async () => {
      const made = await makeCompanyRun();
      await expect(begin(made, 11)).rejects.toMatchObject({ fields: { "items.0.qty": expect.any(Array) } });
      await expect(book(made, 2_300_000, 11)).rejects.toMatchObject({ fields: { "items.0.qty": expect.any(Array) } });
      await expect(begin(made, 12, { company: null })).rejects.toMatchObject({
        fields: { "company.name": expect.any(Array) },
      });
      await makeCode(visitor.db, "TEAM10");
      await expect(begin(made, 12, { discountCode: "TEAM10" })).rejects.toMatchObject({
        fields: { discount_code: expect.any(Array) },
      });
      await expect(book(made, 2_299_999)).rejects.toThrow(Conflict);
      expect((await readRun(training, { id: made.runId })).seatsHeld).toBe(0);
    });

    it("rejects a second buyer while the seats are held, and after they are sold", async () => {
      const made = await makeCompanyRun();
      const other = visitor.as(await makeUser(visitor.db));
      const { orderId } = await book(made, 2_300_000);
      await expect(book(made, 2_300_000, 12, other)).rejects.toThrow(Conflict);
      const owner = visitor.asStaff("owner");
      await recordTransfer(owner, {
        orderId,
        amountHalalas: 2_300_000,
        receivedOn: riyadhDate(visitor.now()),
        reference: "x",
      });
      await expect(begin(made, 12, {}, other)).rejects.toThrow(Conflict);
    });

    it("rejects making a run with taken seats one for a company", async () => {
      const run = await makeRun(visitor.db, course.id, { seatsSold: 1, capacity: 12 });
      const values = { visibility: "company" as const, companyName: hospital.name };
      await expect(editRun(training, { runId: run.id, version: run.version, ...values })).rejects.toMatchObject({
        fields: { visibility: expect.any(Array) },
      });
    });

    it("a run by link has no company and no price for the whole run", async () => {
      const { runId } = await makeCompanyRun({ visibility: "link" });
      const [run] = await visitor.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
      expect(run).toMatchObject({ companyName: null, wholePriceHalalas: null, priceHalalas: 2_000_000 });
    });
  });

  it("costs the agreed total to the halala; the line's discount takes the rounding remainder", async () => {
    const made = await makeCompanyRun();
    const details = await courseDetails(visitor, { slug: course.slug, run: made.runId, key: made.key });
    expect(details.company).toEqual({ name: hospital.name, seats: 12, amount: "20000.00" });
    expect(await begin(made)).toMatchObject({ amount: 2_300_000, sub_total: "20000.00", tax: "3000.00" });
    const [line] = await visitor.db.select().from(orderLines);
    expect(line).toMatchObject({ qty: 12, unitPriceHalalas: 166_667, discountHalalas: 4, discountPercent: null });
    const quoted = await quoteSeats(visitor, { items: [{ runId: made.runId, qty: 12, key: made.key }] });
    expect(quoted.totalHalalas).toBe(2_300_000);
  });

  it("can be booked by transfer by a new buyer without approval, for any amount and number of seats", async () => {
    const made = await makeCompanyRun({ price: 100_000, capacity: 50 });
    const { orderId, dueOn } = await book(made, 115_000, 50);
    expect(dueOn).toBe(addDays(startDate, -1));
    const proforma = (await pdfPages(await proformaPdf(buyer, { orderId }))).join(" ");
    for (const text of ["1,150.00", "PO-88120", hospital.name]) expect(proforma).toContain(text);
    expect(await visitor.db.$count(orders, eq(orders.awaitsApproval, true))).toBe(0);
    const amount = { amountHalalas: 115_000, receivedOn: riyadhDate(visitor.now()), reference: "x" };
    await recordTransfer(visitor.asStaff("owner"), { orderId, ...amount });
    expect((await readRun(training, { id: made.runId })).seatsSold).toBe(50);
  });

  it("can be paid by card beyond the seat limit of an account, also at a price per seat", async () => {
    const made = await makeCompanyRun({ capacity: 40, price: 150_000, priceFor: "seat" });
    expect((await begin(made, 40)).amount).toBe(6_900_000);
    const [line] = await visitor.db.select().from(orderLines);
    expect(line).toMatchObject({ unitPriceHalalas: 150_000, discountHalalas: 0 });
  });
});
