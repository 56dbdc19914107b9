import { readLearningData } from "#features/learning/cpd/person-data.server.ts";
import { readWaitlistData } from "#features/waitlist/personal.server.ts";
import { ownRow } from "#features/people/accounts.server.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { listMySessions } from "#features/people/profile/my-sessions.server.ts";
import { requirePassword } from "#features/people/passwords.server.ts";
import { publicUser, type PublicUser } from "#features/people/user.ts";
import { hasPendingPayments } from "./buyer-data.server.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { listMyOrders } from "#features/order-views/my-orders/my-orders.server.ts";
import { eraseEverything } from "./erase-everything.server.ts";
import { isCompanyAddress } from "./person-mails.server.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, Unauthenticated } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

/** Instants are ISO 8601 UTC. */
export interface MyData {
  exported_at: string;
  account: PublicUser & {
    language: string;
    email_confirmed: boolean;
    terms_accepted_at: string | null;
    created_at: string;
    updated_at: string;
  };
  sessions: Awaited<ReturnType<typeof listMySessions>>;
  orders: Order[];
  learning: Awaited<ReturnType<typeof readLearningData>>;
  waiting_lists: Awaited<ReturnType<typeof readWaitlistData>>;
}

/**
 * Reads everything that the site keeps about the caller. Throws Unauthenticated, ConfirmedAddressRequired, RateLimited.
 */
export async function exportMyData(ctx: Ctx): Promise<MyData> {
  const { id } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "dataPerAccount", id);
  const row = await ownRow(ctx);
  const dates = {
    terms_accepted_at: row.termsAcceptedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
  return {
    exported_at: ctx.now().toISOString(),
    account: {
      ...publicUser(row),
      language: row.locale,
      email_confirmed: row.emailVerified,
      ...dates,
    },
    sessions: await listMySessions(ctx),
    orders: await listMyOrders(ctx, { id }),
    learning: await readLearningData(ctx, id),
    waiting_lists: await readWaitlistData(ctx, row),
  };
}

/**
 * Erases the account and, if its address was confirmed, what belongs to the address (`eraseEverything`). Paid orders
 * keep their invoice address, as the law requires. Throws Unauthenticated, ValidationError on `password`, RateLimited,
 * and Conflict while a payment or a refund is pending.
 */
export async function deleteMyAccount(ctx: Ctx, { password }: { password: string }): Promise<void> {
  await requirePassword(ctx, password, "password");
  const { id } = requireViewer(ctx);
  await inTransaction(ctx, async (ctx) => {
    // The account is held first, so that a concurrent order is either seen below or refused.
    const person = await holdAccount(ctx, id);
    if (!person) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
    if (await hasPendingPayments(ctx, id)) throw new Conflict(m.profile_delete_open_order({}, { locale: ctx.locale }));
    // Anyone can register with anyone's address, so only a confirmed address is theirs.
    const isTheirs = person.isConfirmed && !(await isCompanyAddress(ctx, person.email));
    const account = { ...person, locale: ctx.locale };
    await eraseEverything(ctx, { account, address: isTheirs ? person.email : null });
  });
}
