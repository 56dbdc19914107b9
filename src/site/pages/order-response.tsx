import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { publicSettings } from "#features/settings/settings.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import { announce } from "#ui/announce.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { SandboxNote } from "#features/checkout/components/checkout-frame.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import { statusBadge } from "#features/orders/order-labels.ts";
import { PaymentStatement } from "#features/order-views/my-orders/payment-statement.tsx";
import { Checking, NoAnswer, NoSuchPayment, StillPending } from "#features/order-views/my-orders/payment-waiting.tsx";
import { useRemovePaidFromCart } from "#features/order-views/my-orders/use-retry.ts";
import { usePaymentResult } from "#features/order-views/my-orders/use-payment-result.ts";
import type { Route } from "./+types/order-response";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { email } = await publicSettings(ctx);
  return { email, cardsUrl: ctx.env.PAYMENTS_SANDBOX ? `${new URL(ctx.env.PAYMENTS_API_URL).origin}/` : null };
}

const paymentIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function Result({ id, status, email }: { id: string; status: string; email: string }) {
  const query = new URLSearchParams({ id, ...(status && { status }) });
  const user = useViewer(`/order-response?${query.toString()}`);
  const { result, refetch } = usePaymentResult(id, status, user);
  const knownStatus = result.kind === "known" ? result.order.payment.status : null;

  useRemovePaidFromCart(result.kind === "known" ? [result.order] : null);
  useEffect(() => {
    if (knownStatus) announce(statusBadge(knownStatus).label);
  }, [knownStatus]);

  if (!user || result.kind === "loading") return <Checking saysFailed={status === "failed"} />;
  if (result.kind === "missing") return <NoSuchPayment />;
  if (result.kind === "unavailable") return <NoAnswer refetch={refetch} />;
  if (result.order.payment.status === "pending")
    return <StillPending order={result.order} asksAgain={result.isPolling} refetch={refetch} />;
  return <PaymentStatement order={result.order} buyerEmail={user.email} contactEmail={email} />;
}

/**
 * The result of a card payment. Of the address, `id` selects the payment, `status` is only a hint, and `message` is
 * ignored.
 */
export default function OrderResponse({ loaderData: { email, cardsUrl } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  return (
    <>
      {cardsUrl && (
        <div className="bg-info-tint">
          <div className="wrap">
            <SandboxNote cardsUrl={cardsUrl} className="px-0!" />
          </div>
        </div>
      )}
      <Breadcrumb
        items={[{ label: <Label name="courses" />, to: "/courses" }, { label: m.payments_step_confirmation() }]}
      />
      {paymentIdPattern.test(id) ? (
        <Result key={id} id={id} status={(query.get("status") ?? "").slice(0, 40)} email={email} />
      ) : (
        <NoSuchPayment />
      )}
    </>
  );
}
