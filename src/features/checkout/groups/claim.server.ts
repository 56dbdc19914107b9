import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { firstSessionAt } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import {
  attendeeKey,
  findConfirmedAttendees,
  limitSeatMails,
  nameSeats,
  personHasSeatText,
} from "#features/seats/attendees.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { queueAttendeeMails } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { ticketToken } from "#features/seats/tickets.server.ts";
import { users } from "#features/people/tables.server.ts";
import { localText } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { consumeAddressLimit, consumeDistinct, toNetwork } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { readClaimToken, type ClaimLink } from "./claim-token.server.ts";
import type { ClaimState, ClaimView } from "./claim.schema.ts";
import { bookedBy } from "./seat-links.server.ts";
import { seatLinks } from "./tables.server.ts";

async function readSeat(ctx: Ctx, { enrolmentId, linkNumber }: ClaimLink) {
  const [row] = await ctx.db
    .select({
      enrolment: enrolments,
      link: seatLinks,
      run: courseRuns,
      line: orderLines,
      order: orders,
      image: courses.image,
      buyer: users.name,
    })
    .from(enrolments)
    .leftJoin(seatLinks, eq(seatLinks.enrolmentId, enrolments.id))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(enrolments.id, enrolmentId));
  if (!row) return null;
  const begins = await firstSessionAt(ctx, row.run);
  return { ...row, begins, state: getClaimState(ctx, row, begins, linkNumber) };
}

function getClaimState(
  ctx: Ctx,
  seat: {
    enrolment: typeof enrolments.$inferSelect;
    link: typeof seatLinks.$inferSelect | null;
    run: typeof courseRuns.$inferSelect;
  },
  begins: Date,
  linkNumber: number,
): ClaimState {
  const { enrolment, link, run } = seat;
  if (linkNumber !== (link?.linkNumber ?? 1)) return "withdrawn";
  if (run.cancelledAt !== null) return "run-cancelled";
  if (enrolment.state === "cancelled") return "cancelled";
  if (link?.claimedAt || enrolment.attendeeName !== null || enrolment.state === "transferred") return "taken";
  if (enrolment.state === "held") return "unpaid";
  return begins <= ctx.now() ? "begun" : "open";
}

/** Throws NotFound for a token that we never made, RateLimited for many of them. */
async function requireLink(ctx: Ctx, token: string): Promise<ClaimLink> {
  const link = readClaimToken(ctx, token);
  if (link) return link;
  // Guessing is limited like guessing of tickets.
  await consumeAddressLimit(ctx, "ticketPerAddress");
  throw new NotFound(m.groups_claim_unknown({}, { locale: ctx.locale }));
}

/**
 * Reads what a claim link opens. Anyone with the link may read it: the token is the permission. Throws NotFound,
 * RateLimited.
 */
export async function readClaim(ctx: Ctx, token: string): Promise<ClaimView> {
  const seat = await readSeat(ctx, await requireLink(ctx, token));
  if (!seat) throw new NotFound(m.groups_claim_unknown({}, { locale: ctx.locale }));
  const { line, run, order, image, buyer } = seat;
  return {
    state: seat.state,
    course: {
      name_eng: line.nameEng,
      name_ar: line.nameAr,
      slug: line.slug,
      image,
      start_date: run.startDate,
      end_date: run.endDate,
      days: run.days,
      venue_eng: run.venueEng,
      venue_ar: run.venueAr,
    },
    booked_by: bookedBy(order, buyer),
    until: seat.begins.toISOString(),
  };
}

const refusals: Record<Exclude<ClaimState, "open">, (input: object, options: { locale: "en" | "ar" }) => string> = {
  taken: m.groups_claim_taken_now,
  withdrawn: m.groups_claim_withdrawn_text,
  cancelled: m.groups_claim_cancelled_text,
  "run-cancelled": m.groups_claim_run_cancelled_text,
  begun: m.groups_claim_begun_text,
  unpaid: m.groups_claim_unpaid_text,
};

export interface Claim {
  token: string;
  name: string;
  /** In the other script; may be empty. */
  name_other?: string | undefined;
  email: string;
  scfhs_number: string;
}

/**
 * Claims the seat of a link once: when two people send it at the same time, the second one gets a Conflict. The person
 * gets the seat's email with the ticket; returns the ticket's token. For anyone with the link. Throws NotFound,
 * Conflict (claimed, withdrawn, refunded, cancelled, begun, not paid), ValidationError (already has a seat),
 * RateLimited.
 */
export async function claimSeat(ctx: Ctx, { token, ...person }: Claim): Promise<{ ticket: string }> {
  const { locale } = ctx;
  const link = await requireLink(ctx, token);
  const seat = await readSeat(ctx, link);
  if (!seat) throw new NotFound(m.groups_claim_unknown({}, { locale }));
  const { orderId, runId } = seat.enrolment;
  // The reply reveals whether someone has a seat, so it counts against the rate limit for naming people.
  await consumeDistinct(ctx, "namedPeoplePerAddress", toNetwork(ctx.address), [attendeeKey(runId, person.email)]);
  if (seat.state === "open") await limitSeatMails(ctx, [person.email]);
  const claim = async (ctx: Ctx) => {
    await lockOrders(ctx, ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).$dynamic());
    await lockRuns(ctx, [runId]);
    const lockedSeat = await readSeat(ctx, link);
    if (!lockedSeat || lockedSeat.state !== "open")
      throw new Conflict(
        refusals[lockedSeat?.state === "open" || !lockedSeat ? "taken" : lockedSeat.state]({}, { locale }),
      );
    const booked = await findConfirmedAttendees(ctx, [runId], [person.email]);
    if (booked.has(attendeeKey(runId, person.email))) {
      const course = localText(locale, lockedSeat.line.nameEng, lockedSeat.line.nameAr).text;
      throw new ValidationError({ email: [personHasSeatText(ctx, course)] });
    }
    const { id: enrolmentId, seat: number } = lockedSeat.enrolment;
    const attendee = { runId, seat: number, scfhsNumber: person.scfhs_number || null, field: null };
    await nameSeats(ctx, orderId, [
      { ...attendee, name: person.name, nameOther: person.name_other || null, email: person.email, locale },
    ]);
    const claimed = { claimedAt: ctx.now(), sentTo: null, sentAt: null };
    await ctx.db
      .insert(seatLinks)
      .values({ enrolmentId, ...claimed })
      .onConflictDoUpdate({ target: seatLinks.enrolmentId, set: claimed });
    await queueAttendeeMails(ctx, orderId, [{ runId, seat: number }]);
    return { ticket: ticketToken(ctx, { id: enrolmentId, attendeeEmail: person.email }) };
  };
  return retryRefusedSeats(() => inTransaction(ctx, claim));
}
