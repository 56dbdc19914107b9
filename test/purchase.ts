/** A run with two seats for sale, and helpers for its buyers. */
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
  /** The visitor after login, as the first buyer. */
  ctx: TestCtx;
  /** Id of the first buyer. */
  userId: string;
  runId: number;
}

/** Creates a run with two free seats, sold by a site whose payments go to `sandbox`. */
export async function sellTwoSeats(database: Database, sandbox: Sandbox): Promise<TwoSeats> {
  const visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  const user = await makeUser(database.db);
  const { id: runId } = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 2 });
  return { visitor, ctx: visitor.as(user), userId: user.id, runId };
}

/** Starts an order of `qty` seats, as the checkout page does. */
export const beginSeats = (ctx: TestCtx, runId: number, qty = 1): Promise<BegunCheckout> =>
  beginCheckout(ctx, { items: [{ runId, qty }], billing: address });

/** Moves the clock forward for this context and all others of the same site. */
export function minutesLater({ clock }: TestCtx, minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

/** Reads the payment status of one of the caller's orders, as the order's page shows it. */
export async function orderStatus(ctx: TestCtx, orderId: number): Promise<string> {
  return (await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: orderId })).payment.status;
}

/** Counts a run's sold seats and held seats. */
export async function countSeats(ctx: TestCtx, runId: number): Promise<{ sold: number; held: number } | undefined> {
  const { rows } = await ctx.db.execute<{ sold: number; held: number }>(sql`
    select r.seats_sold as sold,
      (select count(*)::int from enrolment where run_id = r.id and state = 'held') as held
    from course_run r where r.id = ${runId}`);
  return rows[0];
}
