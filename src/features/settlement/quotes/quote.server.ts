import type { SellerSettings } from "#features/settings/settings.ts";
import { getAvailability, type CourseSummary } from "#features/catalogue/course.ts";
import { discountOrder, limitWrongCodes } from "#features/discounts/discounts.server.ts";
import { isQuotationOver } from "#features/catalogue/schedule/offer-state.ts";
import type { PriceInput } from "#features/discounts/price-order.server.ts";
import { readRuns } from "#features/seats/runs-on-sale.server.ts";
import { cartItems, type CartAnswer } from "#features/seats/availability.server.ts";
import { priceOrder, type OrderTotals } from "#features/orders/pricing.ts";
import { sellerSettings, taxPercent } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import { runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";

/** Days that a quotation is valid, unless a course begins sooner. */
const validDays = 14;

export interface QuotedLine {
  course: CourseSummary & Pick<CartAnswer["items"][number]["details"], "sessions">;
  qty: number;
  unitPriceHalalas: number;
  discountHalalas: number;
  discountPercent: number | null;
  discountCode: string | null;
}

/** Amounts in whole halalas, dates `YYYY-MM-DD` in Riyadh. */
export interface Quote extends OrderTotals {
  issuedAt: Date;
  validUntil: string;
  taxPercent: number;
  seller: SellerSettings & { email: string; phone: string };
  lines: QuotedLine[];
  /** The company that the quotation is for; null when it names none. */
  company: string | null;
  /** Address where the seats can be booked. */
  url: string;
}

/** Throws Conflict when a run of the answer cannot be booked. */
function requireOpen(ctx: Ctx, { items, removed }: CartAnswer): void {
  const { locale } = ctx;
  const [removedRun] = removed;
  if (removedRun?.name_eng) {
    const course = localText(locale, removedRun.name_eng, removedRun.name_ar).text;
    throw new Conflict(m.checkout_closed({ course }, { locale }));
  }
  if (removedRun || items.length === 0) throw new Conflict(m.catalogue_not_found({}, { locale }));
  for (const { details, qty } of items) {
    const course = localText(locale, details.name_eng, details.name_ar).text;
    if (getAvailability(details) === "sold-out")
      throw new Conflict(m.checkout_checkout_sold_out({ course }, { locale }));
    if (qty > Math.max(0, details.seats_left) + Math.max(0, details.seats_held))
      throw new Conflict(m.quotes_too_many({ course, n: Math.max(0, details.seats_left) }, { locale }));
  }
}

/**
 * Calculates what seats of runs cost today, for an employer who has to approve the purchase. The prices are those of
 * checkout; the quote holds no seats and stores nothing. Needs no permission. Throws Conflict (a run cannot be booked,
 * or its quotation has expired), ValidationError (`discount_code`), RateLimited (wrong codes).
 */
export async function quoteSeats(ctx: Ctx, { items, discountCode }: PriceInput): Promise<Quote> {
  const answer = await cartItems(
    ctx,
    items.map(({ runId, qty, key }) => ({ id: runId, qty, key })),
  );
  requireOpen(ctx, answer);
  const percent = await taxPercent(ctx);
  const runs = new Map((await readRuns(ctx, items, null)).map((run) => [run.runId, run]));
  const ordered = answer.items.flatMap(({ id, details: course, qty }) => {
    const run = runs.get(id);
    return run ? [{ run, course, qty }] : [];
  });
  const today = riyadhDate(ctx.now());
  if (ordered.some(({ run }) => isQuotationOver(run, today)))
    throw new Conflict(m.quotes_expired({}, { locale: ctx.locale }));
  const code = discountCode || null;
  const discounted = await limitWrongCodes(ctx, code, () => discountOrder(ctx, ordered, code, { locks: false }));
  const lines = discounted.lines.map(({ run, course, qty, discount }) => ({
    course,
    qty,
    unitPriceHalalas: run.unitPriceHalalas,
    discountHalalas: discount?.halalas ?? 0,
    discountPercent: discount?.percent ?? null,
    discountCode: discount?.kind === "code" ? (discounted.code?.code ?? null) : null,
  }));
  // A quotation is valid at most until the day before a run begins; if the run has begun already, until its end.
  const lastDays = lines.map(({ course }) =>
    course.start_date > today ? addDays(course.start_date, -1) : course.end_date,
  );
  const [first] = discounted.lines.map(({ run }) => run);
  const defaultValidUntil = [addDays(today, validDays), ...lastDays].toSorted()[0] ?? today;
  return {
    ...priceOrder(lines, percent),
    issuedAt: ctx.now(),
    validUntil: first?.quotedUntil ?? defaultValidUntil,
    company: first?.company ?? null,
    taxPercent: percent,
    seller: await sellerSettings(ctx),
    lines,
    url: `${ctx.env.BASE_URL}/courses`,
  };
}

/**
 * The quotation of a run for a company as an email attachment; an empty list once the run can no longer be booked. `at`
 * is the date on the quotation.
 */
export async function quotationAttachment(
  ctx: Ctx,
  run: { id: number; seats: number; key: string | null; at: Date },
  locale: Locale,
): Promise<MailAttachment[]> {
  const { id, seats, key, at } = run;
  try {
    const quoted = await quoteSeats(ctx, { items: [{ runId: id, qty: seats, key }] });
    return [
      {
        filename: `quotation-${id}.pdf`,
        contentType: "application/pdf",
        content: () => runInWorker("quote-pdf", [{ ...quoted, issuedAt: at }, locale], { isBackground: true }),
      },
    ];
  } catch (error) {
    if (error instanceof Conflict) return [];
    throw error;
  }
}
