/** Orders that colleagues work on, and the codes with which they confirm. */
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { makeUser } from "#db/factories/user.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import type { PostgresSite } from "./test.ts";

/** Creates a paid order of three seats at SAR 2,400.00 plus 15 % tax. Its first payment was declined. */
export async function boughtOrder(site: PostgresSite, locale: Locale = "ar") {
  const env = testEnv(paymentsAt(site.sandbox, sandboxKeys));
  const visitor = testContext(site.database, { env, locale });
  const ctx = visitor.as(await makeUser(site.database.db, { name: "Sara N." }));
  const course = await makeCourse(site.database.db, { name_eng: "Discharge planning for clinical teams" });
  const run = await makeRun(site.database.db, course.id, { capacity: 24, priceHalalas: 240_000 });
  const items = [{ runId: run.id, qty: 3 }];
  const declined = await beginCheckout(ctx, { items, billing: address });
  await pay(declined, declinedCard);
  await settlePayment(ctx, declined.given_id);
  const begun = await beginCheckout(ctx, { items, billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  return { ctx, runId: run.id, orderId: begun.order_id, paymentId: begun.given_id };
}

/** Fetches the present code of a demo account and makes the site forget that it was used. */
export async function fetchDemoCode(site: PostgresSite, role: string): Promise<string> {
  await site.database.db.delete(staffTriedCodes);
  const { data } = (await (await fetch(`${site.url}/api/staff/demo-accounts`)).json()) as {
    data: { role: string; code: string }[];
  };
  return data.find((account) => account.role === role)?.code ?? "";
}
