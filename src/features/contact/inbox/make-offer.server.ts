import { and, asc, eq, gt, isNotNull, isNull, not, type SQL } from "drizzle-orm";
import { mailedRun, toSessionTimes } from "#features/catalogue/schedule/mailed-run.server.ts";
import { requireUncancelledRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { priceWholeRun, seatsNet } from "#features/orders/pricing.ts";
import { heldSeatsSql } from "#features/seats/seats.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";
import type { FullEnquiry } from "./records.server.ts";
import { sendReply } from "./reply.server.ts";

const maxOffers = 50;

/** Selects the runs for companies that can be booked now and that nobody has booked, soonest first. */
function selectOfferable(ctx: Ctx, condition?: SQL) {
  const { id, companyName, cancelledAt, saleStoppedAt, seatsSold, startDate, courseId } = courseRuns;
  const { name_eng, name_ar, disable_course } = courses;
  return ctx.db
    .select({ run: courseRuns, course: { name_eng, name_ar } })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(
      and(
        isNotNull(companyName),
        isNull(cancelledAt),
        isNull(saleStoppedAt),
        not(disable_course),
        eq(seatsSold, 0),
        eq(heldSeatsSql(ctx, undefined), 0),
        gt(startDate, riyadhDate(ctx.now())),
        condition,
      ),
    )
    .orderBy(asc(startDate), asc(id))
    .limit(maxOffers);
}

/** Lists the runs that can be offered to a company. */
export async function listOfferableRuns(ctx: Ctx) {
  requirePermission(ctx, listOfferableRuns.permission);
  return (await selectOfferable(ctx)).map(({ run, course }) => ({
    id: run.id,
    ...course,
    company: run.companyName ?? "",
    startDate: run.startDate,
    endDate: run.endDate,
    seats: run.capacity,
    amount: decimalFromHalalas(seatsNet(run, run.capacity)),
    until: run.quotedUntil,
  }));
}
listOfferableRuns.permission = "enquiries.write" as const;

export interface OfferInput {
  id: number;
  version: number;
  runId: number;
  /** Last day to accept, `YYYY-MM-DD` in Riyadh. */
  until: string;
  text: string;
}

/**
 * Offers a run for a company to the sender of an enquiry. Sends a reply with the quotation as PDF and the link to
 * accept it, both valid until the day `until`. The run gets a link if it has none; a run that was offered before keeps
 * its link and gets the new day. Throws NotFound, EditConflict, ValidationError (`until`), and Conflict when the
 * enquiry is spam or the run is booked, begun, off sale, cancelled or not for a company.
 */
export async function makeOffer(ctx: Ctx, { runId, until, ...reply }: OfferInput): Promise<FullEnquiry> {
  requirePermission(ctx, makeOffer.permission);
  const { locale } = ctx;
  return inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const run = await requireUncancelledRun(ctx, runId);
    const [offerable] = await selectOfferable(ctx, eq(courseRuns.id, runId));
    if (!offerable || run.companyName === null) throw new Conflict(m.inbox_offer_not_possible({}, { locale }));
    const today = riyadhDate(ctx.now());
    if (until < today || until >= run.startDate)
      throw new ValidationError({ until: [m.inbox_offer_until({}, { locale })] });
    const linkSeed = run.linkSeed ?? newSeed();
    await ctx.db.update(courseRuns).set({ linkSeed, quotedUntil: until }).where(eq(courseRuns.id, runId));
    const { totalHalalas } = priceWholeRun(run, await taxPercent(ctx));
    const enquiry = await sendReply(
      ctx,
      { ...reply, keepOpen: false },
      {
        runId,
        linkSeed,
        company: run.companyName,
        seats: run.capacity,
        total: decimalFromHalalas(totalHalalas),
        until,
        at: ctx.now().toISOString(),
        course: { ...offerable.course, ...mailedRun(run, toSessionTimes(run, { joins: false })) },
      },
    );
    const after = { enquiryId: reply.id, quotedUntil: until, totalHalalas };
    await audit(ctx, { action: "run.offered", entity: "run", entityId: runId, after });
    return enquiry;
  });
}
makeOffer.permission = "enquiries.write" as const;
