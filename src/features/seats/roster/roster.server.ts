import { and, asc, eq, gt, isNotNull, ne, or, type SQL, inArray, max } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/people/tables.server.ts";
import { isHeldNowSql } from "#features/seats/conditions.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { sortByName, isTaken, rosterState } from "./roster-states.ts";
import { dayMs } from "#i18n/dates.ts";

/** A person is asked for a missing SCFHS number at most once in this many days, across all runs. */
export const daysBetweenAsking = 3;

/** Reads by email when each person was asked in the past `daysBetweenAsking` days. Sent emails are kept for longer. */
export async function readLastRequests(ctx: Ctx, emails: string[]): Promise<Map<string, Date>> {
  if (emails.length === 0) return new Map();
  const { to, template, createdAt } = outboxMails;
  const since = new Date(ctx.now().getTime() - daysBetweenAsking * dayMs);
  const rows = await ctx.db
    .select({ to, lastAt: max(createdAt) })
    .from(outboxMails)
    .where(and(inArray(to, emails), eq(template, "scfhs-wanted"), gt(createdAt, since)))
    .groupBy(to);
  return new Map(rows.flatMap(({ to, lastAt }) => (lastAt ? [[to, lastAt] as const] : [])));
}

/** More rows than any hall has seats. */
const maxRows = 3000;

/** Selects the seats of a run that are held now or were ever confirmed. */
function isOnRosterSql(ctx: Ctx, runId: number): SQL | undefined {
  return and(eq(enrolments.runId, runId), or(isNotNull(enrolments.confirmedAt), isHeldNowSql(ctx)));
}

/** Reads the seats of a run, sorted by name. Callers check the permission. */
export async function rosterRows(ctx: Ctx, runId: number, where?: SQL) {
  const buyer = alias(users, "buyer");
  const seatRows = await ctx.db
    .select({ seat: enrolments, order: orders, person: users, buyer, payment: payments })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(buyer, eq(buyer.id, orders.userId))
    .leftJoin(users, eq(users.id, enrolments.userId))
    .leftJoin(payments, isShownPaymentSql(ctx))
    .where(and(isOnRosterSql(ctx, runId), where))
    .orderBy(asc(enrolments.id))
    .limit(maxRows);
  const rows = seatRows.map(({ seat, order, person, buyer, payment }) => ({
    id: seat.id,
    seat: seat.seat,
    state: rosterState({
      state: seat.state,
      hasName: seat.attendeeName !== null,
      orderStatus: order.status,
      method: payment?.method ?? null,
    }),
    name: seat.attendeeName,
    name_other: seat.attendeeName === null ? null : (seat.attendeeNameOther ?? person?.nameOther ?? null),
    email: seat.attendeeEmail,
    // The account's number when the seat has none.
    scfhs_number: seat.scfhsNumber === "" ? (person?.scfhsNumber ?? "") : seat.scfhsNumber,
    // A buyer whom staff added has not confirmed the address yet, so their account is on the order but not on the seat.
    profession: (person ?? (buyer.email === seat.attendeeEmail ? buyer : null))?.profession ?? "",
    phone: person?.contactNumber ?? "",
    locale: (seat.attendeeLocale ?? person?.locale ?? order.locale) as Locale,
    personId: seat.userId,
    orderId: order.id,
    orderStatus: order.status,
    buyer: buyer.name,
    heldUntil: seat.state === "held" ? seat.heldUntil.toISOString() : null,
    endedAt: seat.endedAt?.toISOString() ?? null,
  }));
  return sortByName(rows);
}

export type RosterRow = Awaited<ReturnType<typeof rosterRows>>[number];

/** Reads the roster of a run, sorted by name; former attendees come last. Throws NotFound. */
export async function readRoster(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readRoster.permission);
  const run = await requireRun(ctx, runId);
  const rows = await rosterRows(ctx, runId);
  const takenRows = rows.filter(({ state }) => isTaken(state));
  const lastAskedAt = await readLastRequests(
    ctx,
    takenRows.flatMap(({ email }) => email ?? []),
  );
  const countState = (state: RosterRow["state"]) => takenRows.filter((row) => row.state === state).length;
  return {
    runId: run.id,
    capacity: run.capacity,
    taken: takenRows.length,
    withoutName: countState("no-name"),
    withoutScfhs: takenRows.filter((row) => row.name !== null && row.scfhs_number === "").length,
    awaitingBank: countState("awaiting-bank"),
    rows: [...takenRows, ...rows.filter(({ state }) => !isTaken(state))].map((row) => ({
      ...row,
      askedAt: lastAskedAt.get(row.email ?? "")?.toISOString() ?? null,
    })),
  };
}
readRoster.permission = "roster.read" as const;

/** Lists the rows of current attendees, for printed lists and exports. Callers check the permission. */
export async function seatedRows(ctx: Ctx, runId: number): Promise<RosterRow[]> {
  const rows = await rosterRows(ctx, runId, ne(enrolments.state, "transferred"));
  return rows.filter(({ state }) => isTaken(state) && state !== "in-checkout");
}
