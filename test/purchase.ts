/** One run with two seats for sale, and what its buyers do and find. */
import { sql } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import type { Database } from "#platform/db/database.server.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import type { Sandbox } from "../sandbox/server.ts";
import { address, paymentsAt } from "./buyer.ts";
import { testContext, testEnv, type TestCtx } from "./context.ts";

export interface TwoSeats {
  visitor: TestCtx;
  /** The visitor, logged in: the first buyer. */
  ctx: TestCtx;
  /** The first buyer's. */
  userId: string;
  runId: number;
}

/** A new run with two free seats, sold by a site that takes its payments at `sandbox`. */
export async function sellTwoSeats(database: Database, sandbox: Sandbox): Promise<TwoSeats> {
  const visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  const user = await makeUser(database.db);
  const { id: runId } = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 2 });
  return { visitor, ctx: visitor.as(user), userId: user.id, runId };
}

/** Opens the order of this many seats, as the checkout page does. */
export const beginSeats = (ctx: TestCtx, runId: number, qty = 1): Promise<BegunCheckout> =>
  beginCheckout(ctx, { items: [{ runId, qty }], billing: address });

/** Moves the clock of this and every context of the same site. */
export function minutesLater({ clock }: TestCtx, minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

/** The status of an order of the caller's, as the page of the order shows it. */
export async function orderStatus(ctx: TestCtx, orderId: number): Promise<string> {
  return (await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: orderId })).payment.status;
}

/** How many seats of a run are sold, and how many are held. */
export async function countSeats(ctx: TestCtx, runId: number): Promise<{ sold: number; held: number } | undefined> {
  const { rows } = await ctx.db.execute<{ sold: number; held: number }>(sql`
    select r.seats_sold as sold,
      (select count(*)::int from enrolment where run_id = r.id and state = 'held') as held
    from course_run r where r.id = ${runId}`);
  return rows[0];
}
