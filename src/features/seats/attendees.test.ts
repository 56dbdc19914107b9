/** Orders with several lines and attendees: refusals first. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { countSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout, type CheckoutInput } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { listMyOrders, myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { testKeys } from "../../../sandbox/settings.ts";
import { checkCourseBooking } from "./bookings.server.ts";

const sandbox = await openSandbox();
const envFor = () => testEnv(paymentsAt(sandbox));

const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "07RM0012345" };
const ali = { name: "Ali Omar", email: "ali@example.com", scfhs_number: "" };

describeOnDatabase("an order with several lines and attendees", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  let me: { id: string; name: string; email: string };
  let first: number;
  let second: number;

  beforeEach(async () => {
    const database = await open();
    visitor = testContext(database, { env: envFor() });
    me = await makeUser(database.db);
    ctx = visitor.as(me);
    first = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 3, priceHalalas: 3330 })).id;
    second = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 3, priceHalalas: 3330 })).id;
  });

  const begin = (input: Partial<CheckoutInput>, who: TestCtx = ctx) =>
    beginCheckout(who, { items: [{ runId: first, qty: 1 }], billing: address, ...input });
  const makeItems = (qty = 1) => [
    { runId: second, qty },
    { runId: first, qty: 1 },
  ];
  const getFieldErrors = (input: Partial<CheckoutInput>, who = ctx) =>
    begin(input, who).then(
      () => ({}),
      (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
    );
  const buy = async (input: Partial<CheckoutInput>, who = ctx) => {
    const begun = await begin(input, who);
    await pay(begun);
    await settlePayment(who, begun.given_id);
    return myOrder(who, { user_id: who.viewer?.id ?? "", order_id: begun.order_id });
  };
  const isBooked = async (who: TestCtx, run = first) =>
    (await checkCourseBooking(who, { runId: run, user_id: who.viewer?.id ?? "" })).already_registered;
  const listMails = async () =>
    (await ctx.db.execute(sql`select template, "to", locale, props from outbox_mail order by id`)).rows as {
      template: string;
      to: string;
      locale: string;
      props: object;
    }[];

  describe("refusals", () => {
    it("S-08 rejects the whole order if one line is unavailable, and holds nothing", async () => {
      await expect(begin({ items: [...makeItems(), { runId: 99_999, qty: 1 }] })).rejects.toThrow();
      expect(await getFieldErrors({ items: makeItems(4) })).toEqual({
        "items.0.qty": ["You cannot add value more than 3"],
      });
      await ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${second}`);
      await expect(begin({ items: makeItems() })).rejects.toThrow(Conflict);
      const { rows } = await ctx.db.execute(
        sql`select (select count(*)::int from enrolment) as holds, (select count(attendee_email)::int from enrolment) as people`,
      );
      expect(rows[0]).toEqual({ holds: 0, people: 0 });
    });

    it("S-04 returns errors by field for missing and repeated people, and for a course that is not in the order", async () => {
      expect(await getFieldErrors({ items: makeItems(2), attendees: [{ runId: second, ...huda }] })).toEqual({
        attendees: ["Add one attendee for each seat."],
      });
      expect(
        await getFieldErrors({
          items: makeItems(2),
          attendees: [
            { runId: second, ...huda },
            { runId: second, ...huda },
          ],
        }),
      ).toEqual({ "attendees.1.email": ["Each person can have one seat on a course. Use another email address."] });
      expect(
        Object.keys(
          await getFieldErrors({
            attendees: [
              { runId: first, ...ali },
              { runId: second, ...huda },
            ],
          }),
        ),
      ).toEqual(["attendees.1.course_id"]);
    });

    it("allows one seat per person per run, from any buyer and by any of their addresses", async () => {
      const other = await makeUser(ctx.db, { email: "huda@example.com", emailVerified: true });
      await buy({ attendees: [{ runId: first, ...huda }] });
      expect(await getFieldErrors({ attendees: [{ runId: first, ...huda }] })).toEqual({
        "attendees.0.email": [expect.stringMatching(/^This person can’t be given a seat on /)],
      });
      await expect(begin({}, visitor.as(other))).rejects.toThrow(/already registered/);
      await ctx.db.execute(sql`update "user" set email = 'huda.new@example.com' where id = ${other.id}`);
      await expect(begin({}, visitor.as({ ...other, email: "huda.new@example.com" }))).rejects.toThrow(
        /already registered/,
      );
      expect(
        Object.keys(await getFieldErrors({ attendees: [{ runId: first, ...huda, email: "huda.new@example.com" }] })),
      ).toEqual(["attendees.0.email"]);
    });

    it("S-08 if two orders name the same person, the first is paid; the second expires and is refunded once", async () => {
      const one = await begin({ attendees: [{ runId: first, ...huda }] });
      const rival = visitor.as(await makeUser(ctx.db));
      const two = await begin({ attendees: [{ runId: first, ...huda }] }, rival);
      for (const begun of [one, two]) await pay(begun);
      await settlePayment(ctx, one.given_id);
      for (let round = 0; round < 2; round++) {
        await settlePayment(rival, two.given_id);
        await reconcile(ctx);
      }
      expect(await countSeats(ctx, first)).toEqual({ sold: 1, held: 0 });
      expect(sandbox.control.payments().map(({ id, refunded }) => [id, refunded])).toEqual([
        [one.given_id, 0],
        [two.given_id, two.amount],
      ]);
      expect((await listMyOrders(ctx, { id: me.id })).map(({ payment }) => payment.status)).toEqual(["paid"]);
      expect((await listMyOrders(rival, { id: rival.viewer?.id ?? "" })).map(({ payment }) => payment.status)).toEqual([
        "expired",
      ]);
    });
  });

  it("S-04 S-07 a cart is one order with one payment and tax; each attendee gets a seat and an email", async () => {
    await makeUser(ctx.db, { email: ali.email, locale: "ar", emailVerified: true });
    const order = await buy({
      items: makeItems(2),
      attendees: [
        { runId: second, name: me.name, email: me.email, scfhs_number: "" },
        { runId: second, ...huda },
        { runId: first, ...ali },
      ],
    });
    // docs/pricing.md rule 3: tax once per order.
    expect(order).toMatchObject({
      sub_total: "99.90",
      tax: "14.99",
      total: "114.89",
      payment: { status: "paid" },
      course: { id: second },
    });
    expect(
      order.lines.map(({ course_id, qty, amount, attendees }) => [
        course_id,
        qty,
        amount,
        attendees.map(({ name }) => name),
      ]),
    ).toEqual([
      [second, 2, "66.60", [me.name, huda.name]],
      [first, 1, "33.30", [ali.name]],
    ]);
    expect(order.lines[0]?.attendees[1]).toMatchObject(huda);
    expect(sandbox.control.payments()).toHaveLength(1);
    expect([await isBooked(ctx, second), await isBooked(ctx, first)]).toEqual([true, false]);
    const sent = await listMails();
    expect(sent.map(({ template, to, locale }) => [template, to, locale])).toEqual([
      ["order-confirmed", me.email, "en"],
      ["attendee-place", huda.email, "en"],
      ["attendee-place", ali.email, "ar"],
    ]);
    expect(JSON.stringify(sent.slice(1))).not.toContain("114.89");
    expect(sent[2]?.props).toMatchObject({ buyer: me.name, courseUrl: expect.stringContaining("/ar/courses/") });
    const { rows } = await ctx.db.execute(
      sql`select id, seats_sold as sold from course_run where id in (${first}, ${second}) order by id`,
    );
    expect(rows).toEqual([
      { id: first, sold: 1 },
      { id: second, sold: 2 },
    ]);
  });

  it("A1 saves a name in the other script with its seat, and none if empty", async () => {
    await begin({
      items: makeItems(),
      attendees: [
        { runId: second, ...huda, name_other: "هدى سالم" },
        { runId: first, ...ali, name_other: "" },
      ],
    });
    const { rows } = await ctx.db.execute(sql`
      select attendee_name as name, attendee_name_other as other from enrolment order by name`);
    expect(rows).toEqual([
      { name: ali.name, other: null },
      { name: huda.name, other: "هدى سالم" },
    ]);
  });

  it("L-03 a buyer for someone else can still register; the attendee counts as registered", async () => {
    const other = visitor.as(await makeUser(ctx.db, { email: huda.email, emailVerified: true }));
    await buy({ attendees: [{ runId: first, ...huda }] });
    expect([await isBooked(ctx), await isBooked(other)]).toEqual([false, true]);
    await buy({});
    expect(await isBooked(ctx)).toBe(true);
    await buy({ attendees: [{ runId: first, ...ali }] });
  });

  it("A-06: an account with an attendee's address gets the seat only once the address is confirmed", async () => {
    await buy({ attendees: [{ runId: first, ...huda }] });
    const unconfirmed = await makeUser(ctx.db, { email: huda.email, scfhsNumber: "99XX0099999", emailVerified: false });
    expect(await isBooked(visitor.as(unconfirmed))).toBe(false);
    await buy({ attendees: [{ runId: second, ...huda }], items: [{ runId: second, qty: 1 }] });
    const { rows } = await ctx.db.execute(
      sql`select user_id, scfhs_number from enrolment where attendee_email = ${huda.email} order by id`,
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ user_id: null });
    expect(JSON.stringify(rows)).not.toContain("99XX0099999");
    await ctx.db.execute(sql`update "user" set email_verified = true where id = ${unconfirmed.id}`);
    expect(await isBooked(visitor.as(unconfirmed))).toBe(true);
  });

  it("without attendees, gives the first seat to the buyer", async () => {
    const order = await buy({ items: [{ runId: first, qty: 3 }] });
    expect(order.lines[0]).toMatchObject({
      qty: 3,
      attendees: [{ name: me.name, email: me.email, scfhs_number: "12JM0012345" }],
    });
    expect(await isBooked(ctx)).toBe(true);
  });

  it("S-04 seats can be named later: only named attendees get a seat and an email", async () => {
    expect(
      await getFieldErrors({
        items: [{ runId: first, qty: 3, named_later: 1 }],
        attendees: [{ runId: first, ...huda }],
      }),
    ).toEqual({ attendees: ["Add one attendee for each seat."] });
    const order = await buy({
      items: [{ runId: first, qty: 3, named_later: 2 }],
      attendees: [{ runId: first, ...huda }],
    });
    expect(order.lines[0]).toMatchObject({ qty: 3, attendees: [huda], seats_to_name: [2, 3] });
    expect(await isBooked(ctx)).toBe(false);
    expect((await listMails()).map(({ template, to }) => [template, to])).toEqual([
      ["order-confirmed", me.email],
      ["attendee-place", huda.email],
    ]);
  });

  it("S-08 a repeated checkout with other attendees and a company updates the same order", async () => {
    const company = { name: "Example Co.", vat_number: "300000000000003", address: "Riyadh" };
    const one = await begin({ attendees: [{ runId: first, ...huda }] });
    const two = await begin({ attendees: [{ runId: first, ...ali }], company });
    expect(two.order_id).toBe(one.order_id);
    const order = await myOrder(ctx, { user_id: me.id, order_id: one.order_id });
    expect(order).toMatchObject({ company, lines: [{ attendees: [ali] }] });
    expect(await isBooked(ctx)).toBe(false);
  });

  it("S-08 a refund frees the seats of its attendees", async () => {
    const order = await buy({ attendees: [{ runId: first, ...huda }] });
    const { rows } = await ctx.db.execute(sql`select id from payment where order_id = ${order.id}`);
    const id = (rows[0] as { id: string }).id;
    await fetch(`${sandbox.url}/v1/payments/${id}/refund`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${testKeys.secret}:`)}`, "content-type": "application/json" },
      body: "{}",
    });
    await settlePayment(ctx, id);
    await buy({ attendees: [{ runId: first, ...huda }] });
  });
});
