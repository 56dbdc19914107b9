import { transferTerms } from "./book-by-transfer.server.ts";
import { getMaxSeatsPerRun } from "#features/seats/hold-rules.ts";
import { needsNationalAddress } from "#features/orders/national-address.server.ts";
import { holdSettings, publicSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";

/** Settings that both checkout pages need. `cardsUrl` is the sandbox provider's list of test cards. */
export async function checkoutTerms(ctx: Ctx) {
  const { taxPercent, currencySymbol: symbol } = await publicSettings(ctx);
  const cardsUrl = ctx.env.PAYMENTS_SANDBOX ? `${new URL(ctx.env.PAYMENTS_API_URL).origin}/` : null;
  const purchaseTerms = {
    transfer: await transferTerms(ctx),
    needsAddress: await needsNationalAddress(ctx),
    maxSeatsWithoutCompany: getMaxSeatsPerRun(await holdSettings(ctx), { hasCompany: false }),
    isApplePayEnabled: ctx.env.APPLE_PAY_DOMAIN_FILE !== undefined,
  };
  return { taxPercent, symbol, cardsUrl, purchaseTerms };
}
