import { data, redirect } from "react-router";
import { availabilityOf } from "#features/catalogue/course.ts";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { Label } from "#i18n/label.tsx";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Stepper } from "#ui/stepper.tsx";
import { transferTerms } from "#features/orders/groups/book-by-transfer.server.ts";
import { priceOrder } from "#features/orders/pricing.ts";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/checkout";
import { CartPurchase } from "../components/cart-purchase.tsx";
import { CoursePurchase } from "../components/course-purchase.tsx";
import type { CheckoutCourse } from "../components/order-review.tsx";
import { detailsOf } from "../cart.ts";
import type { Totals } from "../pay.ts";

/** Shown on every checkout page without a real provider (decisions §3). `cardsUrl` lists the test cards. */
export function SandboxNote({ cardsUrl, className }: { cardsUrl: string | null; className?: string }) {
  if (cardsUrl === null) return null;
  return (
    <Alert tone="info" announces={false} className={className}>
      {m.checkout_sandbox()}{" "}
      <a href={cardsUrl} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-3">
        {m.checkout_sandbox_cards()}
      </a>
    </Alert>
  );
}

/** The same for everyone: buyer and cart are read in the browser. Redirects Home without a slug. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!params.slug) throw redirect(localePath("/", ctx.locale));
  const { taxPercent: percent, currencySymbol: symbol } = await publicSettings(ctx);
  const transfer = await transferTerms(ctx);
  const cardsUrl = ctx.env.PAYMENTS_SANDBOX ? `${new URL(ctx.env.PAYMENTS_API_URL).origin}/` : null;
  if (params.slug === "cart") return { course: null, symbol, taxPercent: percent, cardsUrl, transfer };
  const asked = /^[1-9]\d{0,8}$/.exec(new URL(request.url).searchParams.get("run") ?? "");
  try {
    const found = await courseDetails(ctx, { slug: params.slug, run: asked ? Number(asked[0]) : undefined });
    const { id, venue_eng, venue_ar, change_steps, minimum } = found;
    const facts = { ...detailsOf(found), id, venue_eng, venue_ar, change_steps, minimum };
    const course: CheckoutCourse = { ...facts, availability: availabilityOf(found) };
    const price = priceOrder([{ qty: 1, unitPriceHalalas: halalasFromDecimal(found.amount) ?? 0 }], percent);
    const totals: Totals = {
      sub_total: decimalFromHalalas(price.subTotalHalalas),
      tax: decimalFromHalalas(price.taxHalalas),
      total: decimalFromHalalas(price.totalHalalas),
    };
    return { course, totals, symbol, taxPercent: percent, cardsUrl, transfer };
  } catch (error) {
    if (error instanceof NotFound) return data(null, { status: 404 });
    throw error;
  }
}

export default function Checkout({ loaderData: offer }: Route.ComponentProps) {
  const isCart = offer?.course === null;
  return (
    <>
      <Breadcrumb
        label={m.catalogue_you_are_here()}
        items={[
          { label: m.catalogue_home(), to: "/" },
          isCart
            ? { label: m.checkout_step_cart(), to: "/cart" }
            : { label: <Label name="courses">{m.catalogue_courses()}</Label>, to: "/courses" },
          { label: m.checkout_checkout() },
        ]}
      />
      <div className="wrap pt-16 pb-section md:pt-19">
        {offer && (
          <Stepper
            label={m.checkout_steps()}
            steps={[
              isCart ? m.checkout_step_cart() : m.orders_course(),
              m.checkout_checkout(),
              m.payments_step_confirmation(),
            ]}
            current={1}
            doneLabel={m.checkout_step_done()}
          />
        )}
        <h1 className="mt-5 mb-8">{m.checkout_checkout()}</h1>
        {offer ? (
          <>
            <SandboxNote cardsUrl={offer.cardsUrl} className="mb-6" />
            {offer.course ? (
              <CoursePurchase
                course={offer.course}
                totals={offer.totals}
                taxPercent={offer.taxPercent}
                transfer={offer.transfer}
              />
            ) : (
              <CartPurchase symbol={offer.symbol} taxPercent={offer.taxPercent} transfer={offer.transfer} />
            )}
          </>
        ) : (
          <EmptyState
            title={m.catalogue_not_found()}
            action={<LinkButton to="/courses">{m.orders_browse()}</LinkButton>}
          />
        )}
      </div>
    </>
  );
}
