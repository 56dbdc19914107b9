import { lineNet, priceOrder, pricedLine, toDiscount } from "#features/orders/pricing.ts";
import type { SeatLine } from "#features/seats/attendee.ts";
import { readRuns } from "#features/seats/runs-on-sale.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { discountOrder, limitWrongCodes } from "./discounts.server.ts";

export interface PriceInput {
  items: SeatLine[];
  /** The code as the buyer typed it. */
  discountCode?: string | null | undefined;
}

const toDecimal = (halalas: number | null) => (halalas === null ? null : decimalFromHalalas(halalas));

/**
 * Prices seats of runs with their discounts, as checkout would. Holds no seats and reserves no use of the code. Anyone
 * may call it. Throws NotFound, ValidationError (`discount_code`), RateLimited (wrong codes).
 */
export async function priceSeats(ctx: Ctx, { items, discountCode }: PriceInput) {
  const percent = await taxPercent(ctx);
  const runs = await readRuns(ctx, items, null);
  const lines = items.map(({ runId, qty }) => {
    const run = runs.find((one) => one.runId === runId);
    if (!run) throw new NotFound(m.catalogue_not_found({}, { locale: ctx.locale }));
    return { run, qty };
  });
  const typed = discountCode || null;
  const { lines: discounted, code } = await limitWrongCodes(ctx, typed, () =>
    discountOrder(ctx, lines, typed, { locks: false }),
  );
  const totals = priceOrder(discounted.map(pricedLine), percent);
  return {
    lines: discounted.map((line) => ({
      course_id: line.run.runId,
      amount: decimalFromHalalas(lineNet(pricedLine(line))),
      discount:
        line.discount &&
        toDiscount({ ...line.discount, code: line.discount.kind === "code" ? (code?.code ?? "") : null }),
    })),
    sub_total: decimalFromHalalas(totals.subTotalHalalas),
    tax: decimalFromHalalas(totals.taxHalalas),
    total: decimalFromHalalas(totals.totalHalalas),
    code: code && {
      code: code.code,
      percent: code.percent,
      amount: toDecimal(code.amountHalalas),
      most: toDecimal(code.maxDiscountHalalas),
      least_seats: code.minSeats,
    },
  };
}
