/** The minimum number of people for a date, as visitors and buyers see it. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { cartItems } from "#features/seats/availability.server.ts";
import { orderMailFor } from "#features/settlement/mails/order-mails.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { getMinimum, minimumText } from "./minimum.ts";
import { courseRuns } from "./tables.server.ts";

const decideBy = new Date("2026-11-23T13:00:00Z");
const needs = { minSeats: 12, decideBy, decidedAt: null, seatsSold: 0 };
const before = new Date("2026-11-22T13:00:00Z");

it("shows the minimum number of people and the day of the decision in Riyadh", () => {
  const open = getMinimum(needs, before);
  expect(open && minimumText(open, "en")).toBe(
    "Goes ahead with 12 or more participants; we decide by Mon 23 November 2026.",
  );
  expect(open && minimumText(open, "ar")).toContain("12");
  expect(getMinimum({ ...needs, seatsSold: 12 }, before)).toEqual(open);
});

it("is confirmed by staff, or by enough sold seats at the time of the decision", () => {
  const decided = getMinimum({ ...needs, decidedAt: before }, before);
  expect(decided).toMatchObject({ takes_place: true });
  expect(decided && minimumText(decided, "en")).toBe("This date is confirmed.");
  expect(getMinimum({ ...needs, seatsSold: 12 }, decideBy)).toMatchObject({ takes_place: true });
  expect(getMinimum({ ...needs, seatsSold: 11 }, decideBy)).toMatchObject({ takes_place: false });
});

describeOnDatabase("a date with a minimum of people", (open) => {
  it("is shown on the course's page, in the cart and in the confirmation; other dates show none", async () => {
    const ctx = testContext(await open());
    const { id, slug } = await makeCourse(ctx.db);
    const by = riyadhInstant(addDays(riyadhDate(ctx.now()), 9), "16:00");
    const run = await makeRun(ctx.db, id, { minSeats: 12, decideBy: by });
    const plain = await makeRun(ctx.db, id);
    const minimum = { seats: 12, decide_by: by.toISOString(), takes_place: false };
    const page = async (runId: number) => courseDetails(ctx, { slug, run: runId });
    expect(await page(run.id)).toMatchObject({ minimum });
    expect((await page(plain.id)).minimum).toBeNull();
    const cart = async () =>
      (
        await cartItems(
          ctx,
          [run, plain].map(({ id }) => ({ id, qty: 1 })),
        )
      ).items.map(({ details }) => details);
    expect(await cart()).toMatchObject([{ minimum }, { minimum: null }]);
    // The change steps are the same as on the course page.
    expect((await cart())[0]?.change_steps).toEqual((await page(run.id)).change_steps);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id });
    expect((await orderMailFor(ctx, orderId)).props.lines).toMatchObject([{ minimum }]);
    await ctx.db.update(courseRuns).set({ decidedAt: ctx.now() }).where(eq(courseRuns.id, run.id));
    expect(await page(run.id)).toMatchObject({ minimum: { takes_place: true } });
  });
});
