import { eq } from "drizzle-orm";
import { canOpenRun } from "#features/catalogue/schedule/private-runs.server.ts";
import { isQuotationOver } from "#features/catalogue/schedule/offer-state.ts";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { noSuchCourse } from "#features/catalogue/courses.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { priceWholeRun } from "#features/orders/pricing.ts";
import { needsNationalAddress } from "#features/orders/national-address.server.ts";
import { isOutsideCardCheckoutSql } from "#features/seats/conditions.server.ts";
import { countHeldInRun, readCardHoldEnd } from "#features/seats/seats.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { transferTerms } from "./book-by-transfer.server.ts";
import { readQuotationToken, type Quotation, type QuotationState } from "./quotation.ts";
import { transferDueOn } from "./transfer-terms.ts";

/**
 * Reads the quotation of a run for a company. Everyone with its link gets the same one. Throws NotFound, also when the
 * link was withdrawn.
 */
export async function readQuotation(ctx: Ctx, token: string): Promise<Quotation> {
  const link = readQuotationToken(token);
  const { slug, name_eng, name_ar, image, disable_course } = courses;
  const [row] = link
    ? await ctx.db
        .select({ run: courseRuns, course: { slug, name_eng, name_ar, image }, isClosed: disable_course })
        .from(courseRuns)
        .innerJoin(courses, eq(courses.id, courseRuns.courseId))
        .where(eq(courseRuns.id, link.run))
    : [];
  const company = row?.run.companyName;
  if (!link || !row || !company || !canOpenRun(ctx, row.run, link.key)) throw noSuchCourse(ctx);
  const { run, course } = row;
  const today = riyadhDate(ctx.now());
  const bookedSeats = run.seatsSold + (await countHeldInRun(ctx, run.id, isOutsideCardCheckoutSql));
  const isClosed = row.isClosed || run.cancelledAt !== null || run.saleStoppedAt !== null || run.startDate <= today;
  const state: QuotationState =
    bookedSeats > 0 ? "accepted" : isClosed ? "closed" : isQuotationOver(run, today) ? "expired" : "open";
  const cardHoldEnd = state === "open" ? await readCardHoldEnd(ctx, run.id) : null;
  const percent = await taxPercent(ctx);
  const totals = priceWholeRun(run, percent);
  const terms = await transferTerms(ctx);
  return {
    state,
    card_payment_until: cardHoldEnd?.toISOString() ?? null,
    run_id: run.id,
    key: link.key,
    course,
    company,
    seats: run.capacity,
    start_date: run.startDate,
    end_date: run.endDate,
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    sessions: (await listSessions(ctx, [run.id])).get(run.id) ?? [],
    until: run.quotedUntil,
    tax_percent: percent,
    sub_total: decimalFromHalalas(totals.subTotalHalalas),
    tax: decimalFromHalalas(totals.taxHalalas),
    total: decimalFromHalalas(totals.totalHalalas),
    due_on: terms && transferDueOn(today, [run.startDate], terms, { isForCompany: true }),
    needs_address: await needsNationalAddress(ctx),
  };
}
