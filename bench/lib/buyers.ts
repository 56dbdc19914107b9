/**
 * Buyers that use the same endpoints as a browser: login, begin-checkout, the fake provider's card payment and
 * process-payment.
 */
import type { Agent } from "node:http";
import { makeUser } from "#db/factories/user.ts";
import { hashPassword } from "#features/people/password-hash.server.ts";
import { accounts } from "#features/people/tables.server.ts";
import type { PublicUser } from "#features/people/user.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { cardSource } from "#features/payments/card-check.ts";
import { toPaymentRequest } from "#features/payments/post-payment.ts";
import type { Database } from "#platform/db/database.server.ts";
import { address, approvedCard } from "#test/buyer.ts";
import { post } from "./http.ts";

export interface Buyer {
  user: PublicUser;
  token: string;
}

const password = "quiet harbour lantern 47";

/**
 * Creates accounts in the database and logs each in through the API. All share one password, so that argon2 hashes it
 * only once.
 */
export async function makeBuyers(database: Database, origin: string, count: number): Promise<Buyer[]> {
  const hash = await hashPassword(password);
  const buyers: Buyer[] = [];
  for (let n = 0; n < count; n++) {
    const { id, email } = await makeUser(database.db, { email: `buyer-${n}@example.com` });
    await database.db
      .insert(accounts)
      .values({ id: crypto.randomUUID(), accountId: id, providerId: "credential", userId: id, password: hash });
    const { status, json } = await post<Buyer>(undefined, `${origin}/api/login`, { email, password });
    if (status !== 200) throw new Error(`A buyer could not log in: ${status} ${JSON.stringify(json)}`);
    buyers.push({ user: json.user, token: json.token });
  }
  return buyers;
}

/** A card without a 3-D Secure page, so that the provider decides at once. */
const source = { ...cardSource(approvedCard), "3ds": false };

/** Buys one seat. Resolves with `refused` when no seat is left. Rejects when the order is not paid in the end. */
export async function buySeat(
  agent: Agent,
  origin: string,
  { user, token }: Buyer,
  runId: number,
): Promise<"paid" | "refused"> {
  const headers = { authorization: `Bearer ${token}` };
  const begin = await post<BegunCheckout & { message?: string }>(
    agent,
    `${origin}/api/begin-checkout`,
    { items: [{ course_id: runId, qty: 1 }], billing: address },
    headers,
  );
  if (begin.status === 409) return "refused";
  if (begin.status !== 200) throw new Error(`begin-checkout answered ${begin.status}: ${JSON.stringify(begin.json)}`);
  const begun = begin.json;

  const payment = await post<{ id: string; status: string }>(
    agent,
    begun.payments_url,
    toPaymentRequest(begun, source),
  );
  if (payment.json.status !== "paid")
    throw new Error(`The fake provider answered ${payment.status}: ${JSON.stringify(payment.json)}`);

  const report = {
    user_id: user.id,
    order_id: begun.order_id,
    course_id: runId,
    sub_total: begun.sub_total,
    tax: begun.tax,
    total: begun.total,
    payment_response: { id: payment.json.id },
  };
  const processed = await post<{ order?: { payment: { status: string } } }>(
    agent,
    `${origin}/api/process-payment`,
    report,
    headers,
  );
  if (processed.json.order?.payment.status !== "paid")
    throw new Error(`process-payment answered ${processed.status}: ${JSON.stringify(processed.json)}`);
  return "paid";
}
