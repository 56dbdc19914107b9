import { inArray } from "drizzle-orm";
import { requireUncancelledRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { readLastRequests, daysBetweenAsking, rosterRows } from "./roster.server.ts";
import { isWithoutNumber } from "./roster-states.ts";

/**
 * Emails the attendees of these seats who have no SCFHS number, each in their language, to request it. Skips seats of
 * another run, seats without an attendee, people who have a number, and people who were asked in the last three days.
 * Also works after the run, because hours are reported then. Throws NotFound, Conflict (nobody to email; run
 * cancelled).
 */
export async function askForNumbers(
  ctx: Ctx,
  { runId, seatIds }: { runId: number; seatIds: number[] },
): Promise<{ sent: number; leftOut: number }> {
  requirePermission(ctx, askForNumbers.permission);
  const sendRequests = async (ctx: Ctx) => {
    await requireUncancelledRun(ctx, runId);
    const rows = (await rosterRows(ctx, runId, inArray(enrolments.id, seatIds))).filter(isWithoutNumber);
    const recentlyAsked = await readLastRequests(
      ctx,
      rows.map(({ email }) => email ?? ""),
    );
    const recipients = rows.filter(({ email }) => !recentlyAsked.has(email ?? ""));
    if (recipients.length === 0)
      throw new Conflict(m.roster_numbers_not_asked({ days: daysBetweenAsking }, { locale: ctx.locale }));
    const ids = recipients.map(({ id }) => id);
    await queueSeatMails(ctx, "scfhs-wanted", inArray(enrolments.id, ids), { again: ctx.now().toISOString() });
    const entry = { action: "seat.number-asked", entity: "run", entityId: runId };
    await audit(ctx, ...recipients.map(({ id, orderId }) => ({ ...entry, after: { orderId, seatId: id } })));
    return { sent: recipients.length, leftOut: new Set(seatIds).size - recipients.length };
  };
  // The three days count across runs, so simultaneous requests are serialised.
  return inTransaction(ctx, sendRequests, { advisoryLock: "roster:scfhs-wanted" });
}
askForNumbers.permission = "roster.write" as const;
