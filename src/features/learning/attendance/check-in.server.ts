import { createHash } from "node:crypto";
import { and, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { isHoldExpired } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { rosterRows } from "#features/seats/roster/roster.server.ts";
import { findTicket, ticketCode, ticketToken } from "#features/seats/tickets.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { normaliseCode } from "#i18n/input-text.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  getActorIdentity,
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import {
  getArrivalMark,
  doorAnswers,
  isDoorOpen,
  markStates,
  markWays,
  getOpeningTime,
  getCheckInTime,
  parseTicketToken,
  type DoorAnswer,
} from "./attendance.ts";
import { readMarkChanges, lockSessions, lockEnrolments, readMarks, toStoredMark, writeMarks } from "./marks.server.ts";
import type { StoredMark } from "./tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { m } from "#messages";

/** Hash by which a phone without a connection recognises a ticket, so that the phone stores no ticket tokens. */
const hashTicket = (token: string): string => createHash("sha256").update(token).digest("hex").slice(0, 32);

type Seat = typeof enrolments.$inferSelect;

async function requireRunAtDoor(ctx: Ctx, runId: number) {
  const [run] = await ctx.db
    .select({ run: courseRuns, nameEng: courses.name_eng, nameAr: courses.name_ar })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  return { ...run.run, nameEng: run.nameEng, nameAr: run.nameAr };
}

/** Why a seat does not admit its attendee; null when it does. Staff may admit a `not-paid` seat anyway. */
function getRefusal(ctx: Ctx, seat: Seat, run: { cancelledAt: Date | null }): "cancelled" | "not-paid" | null {
  if (run.cancelledAt !== null || seat.state === "cancelled" || seat.state === "transferred") return "cancelled";
  if (seat.state === "confirmed") return null;
  return isHoldExpired(ctx, seat) ? "cancelled" : "not-paid";
}

/** A phone reloads the list often, so reads of a run by one person are audited once in this many hours. */
const doorReadHours = 12;

async function auditDoorRead(ctx: Ctx, runId: number): Promise<void> {
  const { id, action, actorId, entity, entityId, at } = auditEvents;
  const event = { action: "roster.door-read", entity: "run", entityId: runId };
  const [existing] = await ctx.db
    .select({ id })
    .from(auditEvents)
    .where(
      and(
        eq(entity, event.entity),
        eq(entityId, String(runId)),
        eq(action, event.action),
        eq(actorId, getActorIdentity(ctx.actor).id ?? ""),
        gt(at, new Date(ctx.now().getTime() - doorReadHours * 3_600_000)),
      ),
    )
    .limit(1);
  if (!existing) await inTransaction(ctx, (ctx) => audit(ctx, event));
}

/**
 * Reads the list that a phone loads before the door opens: who may come in, and how to recognise their tickets.
 * Audited. Throws NotFound.
 */
export async function readDoor(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readDoor.permission);
  const run = await requireRunAtDoor(ctx, runId);
  await auditDoorRead(ctx, runId);
  const sessions = await inTransaction(ctx, (ctx) => lockSessions(ctx, runId));
  const people = await rosterRows(ctx, runId);
  const ids = people.map(({ id }) => id);
  const seats = await ctx.db
    .select({ seat: enrolments, order: orders })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(inArray(enrolments.id, ids));
  const seatsById = new Map(seats.map((row) => [row.seat.id, row]));
  const marks = [...(await readMarks(ctx, ids)).values()];
  const names = await readDisplayNames(
    ctx,
    marks.map(({ markedById }) => markedById),
  );
  const marksBySeat = Map.groupBy(marks, ({ enrolmentId }) => enrolmentId);
  return {
    runId: run.id,
    name_eng: run.nameEng,
    name_ar: run.nameAr,
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    timesConfirmed: run.timesConfirmed,
    now: ctx.now().toISOString(),
    sessions: sessions.map(({ id, startsAt, endsAt }) => ({
      id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      opensAt: getOpeningTime(startsAt).toISOString(),
      isOpen: isDoorOpen(startsAt, ctx.now()),
    })),
    rows: people.flatMap(({ id, name, name_other, scfhs_number, orderId, buyer, seat: seatNumber }) => {
      const row = seatsById.get(id);
      if (!row) return [];
      const { seat, order } = row;
      const refusal = getRefusal(ctx, seat, run);
      return {
        id,
        name,
        name_other,
        scfhs_number: scfhs_number ?? "",
        orderId,
        seat: seatNumber,
        refusal,
        unpaid:
          refusal === "not-paid"
            ? {
                total: decimalFromHalalas(order.totalHalalas),
                orderedAt: order.createdAt.toISOString(),
                dueAt: seat.heldUntil.toISOString(),
                buyer,
              }
            : null,
        code: ticketCode(ctx, seat),
        ticketHash: hashTicket(ticketToken(ctx, seat)),
        marks: (marksBySeat.get(id) ?? []).map((mark) => ({
          sessionId: mark.sessionId,
          state: mark.state,
          lateMinutes: mark.lateMinutes,
          attendedMinutes: mark.attendedMinutes,
          way: mark.way,
          markedAt: mark.markedAt.toISOString(),
          markedBy: names.get(mark.markedById) ?? mark.markedByName,
        })),
      };
    }),
  };
}
readDoor.permission = "attendance.write" as const;

/** Finds the seat of a ticket's address, or of its short code within one run. */
async function findScannedSeat(
  ctx: Ctx,
  runId: number,
  scanned: string,
): Promise<{ id: number; runId: number } | null> {
  const token = parseTicketToken(scanned);
  if (token) return (await findTicket(ctx, token))?.seat ?? null;
  const code = normaliseCode(scanned);
  if (!/^[A-Z2-9]{8}$/.test(code)) return null;
  const { id, attendeeEmail } = enrolments;
  const seats = await ctx.db.select({ id, attendeeEmail }).from(enrolments).where(eq(enrolments.runId, runId));
  const match = seats.find((seat) => normaliseCode(ticketCode(ctx, seat)) === code);
  return match ? { id: match.id, runId } : null;
}

export interface CheckIn {
  runId: number;
  sessionId: number;
  /** Idempotency key: the same key gives the same reply. */
  key: string;
  /** When the check-in happened and when the phone sent it, both by the phone's clock. */
  at: Date;
  sentAt: Date;
  /** The text of the scanned ticket. Either this or `enrolmentId` is set. */
  scanned?: string | undefined;
  enrolmentId?: number | undefined;
  /** Whether the caller admits someone whose seat is not paid. */
  letIn?: boolean | undefined;
}

/** Reply to a check-in, with the details that the door shows. */
export const doorReply = z.object({
  answer: z.enum(doorAnswers),
  enrolmentId: z.int().nullable(),
  name: z.string().nullable(),
  name_other: z.string().nullable(),
  mark: z
    .object({
      state: z.enum(markStates),
      lateMinutes: z.int().nullable(),
      way: z.enum(markWays),
      markedAt: z.string(),
      markedBy: z.string().nullable(),
    })
    .nullable(),
  // The run of the ticket, when that is another one.
  otherRun: z
    .object({
      id: z.int(),
      name_eng: z.string(),
      name_ar: z.string().nullable(),
      startDate: z.string(),
      endDate: z.string(),
    })
    .nullable(),
  nextSessionAt: z
    .string()
    .nullable()
    .meta({ description: "Start of the next session of this run; null after the last one" }),
});
type DoorReply = z.output<typeof doorReply>;

/**
 * Checks someone in by ticket, by its short code, or by name: present, or late by the minutes since the session began.
 * Someone who is checked in already keeps their mark. Throws NotFound (no such run), ValidationError (no session of
 * this run; impossible time), Conflict (key used for another seat or session).
 */
export async function checkIn(ctx: Ctx, input: CheckIn): Promise<DoorReply> {
  requirePermission(ctx, checkIn.permission);
  const { id: markedById, name: markedByName } = requireStaff(ctx);
  const { runId, sessionId, key } = input;
  const checkedInAt = getCheckInTime(input, ctx.now());
  if (!checkedInAt) throw new ValidationError({ at: [getProblemMessage("invalid", ctx.locale)] });
  const target =
    input.enrolmentId === undefined
      ? await findScannedSeat(ctx, runId, input.scanned ?? "")
      : { id: input.enrolmentId, runId };
  return inTransaction(ctx, async (ctx) => {
    const run = await requireRunAtDoor(ctx, runId);
    const [locked] = target?.runId === runId ? await lockEnrolments(ctx, runId, [target.id]) : [];
    const sessions = await lockSessions(ctx, runId);
    const session = sessions.find(({ id }) => id === sessionId);
    if (!session) throw new ValidationError({ sessionId: [getProblemMessage("choice", ctx.locale)] });
    const next = sessions.find(({ startsAt }) => startsAt > checkedInAt);
    const reply = (answer: DoorAnswer, mark: StoredMark | null = null, extra: Partial<DoorReply> = {}): DoorReply => ({
      answer,
      enrolmentId: locked?.seat.id ?? null,
      name: locked?.seat.attendeeName ?? null,
      name_other: locked ? (locked.seat.attendeeNameOther ?? locked.accountName) : null,
      mark: mark && {
        state: mark.state,
        lateMinutes: mark.lateMinutes,
        way: mark.way,
        markedAt: mark.markedAt,
        markedBy: mark.markedByName,
      },
      otherRun: null,
      nextSessionAt: next?.startsAt.toISOString() ?? null,
      ...extra,
    });
    if (target && target.runId !== runId) {
      const { id, nameEng, nameAr, startDate, endDate } = await requireRunAtDoor(ctx, target.runId);
      const otherRun = { id, name_eng: nameEng, name_ar: nameAr, startDate, endDate };
      return reply("other-run", null, { otherRun });
    }
    if (!locked) return reply("unknown");
    const [earlierChange] = await readMarkChanges(ctx, key);
    if (earlierChange && (earlierChange.enrolmentId !== locked.seat.id || earlierChange.sessionId !== sessionId))
      throw new Conflict(m.attendance_key_used({}, { locale: ctx.locale }));
    if (earlierChange) return earlierChange.undoneAt === null ? reply("in", earlierChange.after) : reply("undone");
    const refusal = getRefusal(ctx, locked.seat, run);
    if (refusal === "cancelled") return reply("cancelled");
    if (!isDoorOpen(session.startsAt, checkedInAt)) return reply("not-today");
    const existingMark = (await readMarks(ctx, [locked.seat.id])).get(`${locked.seat.id} ${sessionId}`);
    const before = existingMark ? toStoredMark(existingMark) : null;
    if (before && (before.state === "present" || before.state === "late")) {
      const names = await readDisplayNames(ctx, [before.markedById]);
      return reply("already-in", { ...before, markedByName: names.get(before.markedById) ?? before.markedByName });
    }
    if (refusal === "not-paid" && !input.letIn) return reply("not-paid");
    const after: StoredMark = {
      ...getArrivalMark(session.startsAt, run.timesConfirmed, checkedInAt),
      attendedMinutes: null,
      way: "door",
      markedAt: checkedInAt.toISOString(),
      recordedAt: ctx.now().toISOString(),
      markedById,
      markedByName,
    };
    await writeMarks(ctx, {
      runId,
      key,
      action: refusal === "not-paid" ? "attendance.let-in" : "attendance.marked",
      getPersonId: () => "",
      written: [{ enrolmentId: locked.seat.id, sessionId, before, after }],
    });
    return reply("in", after);
  });
}
checkIn.permission = "attendance.write" as const;
