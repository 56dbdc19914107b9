import { data, redirect } from "react-router";
import { getAvailability, soldTogether } from "#features/catalogue/course.ts";
import { readRunQuery } from "#features/catalogue/schedule/run-address.ts";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { Label } from "#i18n/label.tsx";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { priceOrder } from "#features/orders/pricing.ts";
import type { Route } from "./+types/checkout";
import { checkoutTerms } from "#features/checkout/checkout-terms.server.ts";
import { CheckoutFrame } from "#features/checkout/components/checkout-frame.tsx";
import { CoursePurchase } from "#features/checkout/components/course-purchase.tsx";
import type { CheckoutCourse } from "#features/checkout/components/order-review.tsx";
import { toCartDetails } from "#features/checkout/cart.ts";
import type { Totals } from "#features/checkout/pay.ts";

/** The server renders the same page for everyone; the browser adds the buyer. Redirects Home without a slug. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!params.slug) throw redirect(localePath("/", ctx.locale));
  const { taxPercent, cardsUrl, purchaseTerms } = await checkoutTerms(ctx);
  const query = readRunQuery(request.url);
  try {
    const details = await courseDetails(ctx, { slug: params.slug, ...query });
    const { id, venue_eng, venue_ar, change_steps, minimum, company } = details;
    const { seats, amount } = soldTogether(details);
    const runDetails = { ...toCartDetails(details), id, venue_eng, venue_ar, change_steps, minimum, company };
    const course: CheckoutCourse = { ...runDetails, seats, availability: getAvailability(details) };
    const price = priceOrder([{ qty: 1, unitPriceHalalas: halalasFromDecimal(amount) ?? 0 }], taxPercent);
    const totals: Totals = {
      sub_total: decimalFromHalalas(price.subTotalHalalas),
      tax: decimalFromHalalas(price.taxHalalas),
      total: decimalFromHalalas(price.totalHalalas),
    };
    return { cardsUrl, taxPercent, purchaseTerms, course, totals };
  } catch (error) {
    if (error instanceof NotFound) return data(null, { status: 404 });
    throw error;
  }
}

export default function Checkout({ loaderData: offer }: Route.ComponentProps) {
  return (
    <CheckoutFrame
      from={{ label: <Label name="courses" />, to: "/courses" }}
      firstStep={offer && m.common_course()}
      cardsUrl={offer?.cardsUrl ?? null}
    >
      {offer ? (
        <CoursePurchase
          course={offer.course}
          totals={offer.totals}
          taxPercent={offer.taxPercent}
          terms={offer.purchaseTerms}
        />
      ) : (
        <EmptyState
          title={m.catalogue_not_found()}
          action={<LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>}
        />
      )}
    </CheckoutFrame>
  );
}
