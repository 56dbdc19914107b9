import { paidStatuses } from "#features/orders/order-states.ts";
import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { firstSessionAt, firstSessions, listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { lockOwnPaidOrder } from "#features/seats/assign-seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { requireOwnOrder } from "#features/orders/own-order.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit, consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { claimUrl } from "./claim-token.server.ts";
import { seatLinks } from "./tables.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

/**
 * Returns who booked a seat, for its link's page and email: the company if there is one, because its people may not
 * know the buyer.
 */
export const bookedBy = (order: { invoiceRecipient: { name: string } | null }, buyer: string): string =>
  order.invoiceRecipient?.name ?? buyer;

const seatColumns = { enrolment: enrolments, link: seatLinks, run: courseRuns, line: orderLines };

/**
 * Lists the claim links of the caller's paid order: links of seats without a name whose course has not begun, and
 * claimed links. Only lines of several seats have links. Throws Unauthenticated, ConfirmedAddressRequired, NotFound.
 */
export async function listSeatLinks(ctx: Ctx, { orderId }: { orderId: number }) {
  await requireOwnOrder(ctx, orderId);
  await requireConfirmedAddress(ctx);
  const isOpen = and(isNull(enrolments.attendeeName), isNull(courseRuns.cancelledAt));
  const isClaimed = and(isNotNull(seatLinks.claimedAt), isNotNull(enrolments.attendeeName));
  const rows = await ctx.db
    .select(seatColumns)
    .from(enrolments)
    .leftJoin(seatLinks, eq(seatLinks.enrolmentId, enrolments.id))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(
      and(
        eq(enrolments.orderId, orderId),
        eq(enrolments.state, "confirmed"),
        inArray(orders.status, paidStatuses),
        gt(orderLines.qty, 1),
        or(isOpen, isClaimed),
      ),
    )
    .orderBy(asc(enrolments.orderLineId), asc(enrolments.seat));
  const firstSessionByRun = await firstSessions(
    ctx,
    rows.map(({ run }) => run),
  );
  return rows.flatMap(({ enrolment: { id, seat, runId, attendeeName }, link }) => {
    if (attendeeName === null && (firstSessionByRun.get(runId) ?? ctx.now()) <= ctx.now()) return [];
    const linkNumber = link?.linkNumber ?? 1;
    const url = attendeeName === null ? claimUrl(ctx, { enrolmentId: id, linkNumber }, ctx.locale) : null;
    return {
      course_id: runId,
      seat,
      url,
      sent_to: link?.sentTo ?? null,
      sent_at: link?.sentAt?.toISOString() ?? null,
      name: attendeeName,
      claimed_at: attendeeName === null ? null : (link?.claimedAt?.toISOString() ?? null),
    };
  });
}

interface SeatOfOrder {
  orderId: number;
  runId: number;
  seat: number;
}

/** Locks the caller's paid order and finds a seat of it that can be claimed. Throws NotFound, Conflict. */
async function lockOpenSeat(ctx: Ctx, { orderId, runId, seat }: SeatOfOrder) {
  const { locale } = ctx;
  await lockOwnPaidOrder(ctx, orderId);
  const [row] = await ctx.db
    .select({ ...seatColumns, order: orders, buyer: users.name })
    .from(enrolments)
    .leftJoin(seatLinks, eq(seatLinks.enrolmentId, enrolments.id))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(enrolments.orderId, orderId),
        eq(enrolments.runId, runId),
        eq(enrolments.seat, seat),
        eq(enrolments.state, "confirmed"),
      ),
    );
  if (!row || row.run.cancelledAt !== null) throw new Conflict(m.groups_link_no_seat({}, { locale }));
  if (row.enrolment.attendeeName !== null) throw new Conflict(m.groups_link_named({}, { locale }));
  const beginsAt = await firstSessionAt(ctx, row.run);
  if (beginsAt <= ctx.now()) throw new Conflict(m.groups_claim_begun_text({}, { locale }));
  return { ...row, beginsAt };
}

/**
 * Emails a seat's claim link in the language of the request. The same link can be sent again, also to someone else.
 * Throws Unauthenticated, ConfirmedAddressRequired, NotFound, Conflict (not paid, named, begun, cancelled, refunded),
 * RateLimited.
 */
export async function sendSeatLink(ctx: Ctx, input: SeatOfOrder & { email: string }): Promise<void> {
  const viewer = requireViewer(ctx);
  await requireOwnOrder(ctx, input.orderId);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  await consumeMailboxLimit(ctx, "formMailPerMailbox", input.email, "seat-link:");
  await inAccountTransaction(ctx, async (ctx) => {
    const { enrolment, link, run, line, order, buyer, beginsAt } = await lockOpenSeat(ctx, input);
    const sentColumns = { sentTo: input.email, sentAt: ctx.now() };
    await ctx.db
      .insert(seatLinks)
      .values({ enrolmentId: enrolment.id, ...sentColumns })
      .onConflictDoUpdate({ target: seatLinks.enrolmentId, set: sentColumns });
    const sessions = (await listJoinableSessions(ctx, [run.id])).get(run.id);
    await queueMail(ctx, {
      key: `seat-link:enrolment-${enrolment.id}:${ctx.now().toISOString()}`,
      to: input.email,
      locale: ctx.locale,
      template: "seat-link",
      props: {
        by: bookedBy(order, buyer),
        course: { name_eng: line.nameEng, name_ar: line.nameAr, ...mailedRun(run, sessions) },
        url: claimUrl(ctx, { enrolmentId: enrolment.id, linkNumber: link?.linkNumber ?? 1 }, ctx.locale),
        until: beginsAt.toISOString(),
      },
    });
  });
}

/**
 * Withdraws a seat's claim link, which stops working; the seat gets a new one. Throws Unauthenticated, NotFound,
 * Conflict (not paid, named meanwhile, begun, cancelled, refunded).
 */
export async function withdrawSeatLink(ctx: Ctx, input: SeatOfOrder): Promise<void> {
  requireViewer(ctx);
  await inAccountTransaction(ctx, async (ctx) => {
    const { enrolment } = await lockOpenSeat(ctx, input);
    await ctx.db
      .insert(seatLinks)
      // A seat without a row has its first link.
      .values({ enrolmentId: enrolment.id, linkNumber: 2 })
      .onConflictDoUpdate({
        target: seatLinks.enrolmentId,
        set: { linkNumber: sql`${seatLinks.linkNumber} + 1`, sentTo: null, sentAt: null },
      });
  });
}

/**
 * Deletes addresses that claim links were sent to: those of a buyer's orders (`buyerId`), or one address in all orders
 * (`address`). Call it in the open transaction.
 */
export async function eraseLinkAddresses(
  ctx: Ctx,
  target: { buyerId?: string; address?: string | null },
): Promise<void> {
  const seatIdsOfBuyer = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(eq(orders.userId, target.buyerId ?? ""));
  await ctx.db
    .update(seatLinks)
    .set({ sentTo: null })
    .where(
      or(inArray(seatLinks.enrolmentId, seatIdsOfBuyer), eq(seatLinks.sentTo, target.address?.toLowerCase() ?? "")),
    );
}
