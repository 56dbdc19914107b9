/** The steps of a buyer at the fake card provider, over HTTP and without a browser. */
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import type { BillingAddress } from "#features/orders/billing.schema.ts";
import { cardSource } from "#features/payments/card-check.ts";
import { toPaymentRequest } from "#features/payments/post-payment.ts";
import { testKeys } from "../sandbox/settings.ts";

/** Returns the environment variables of a site that uses this fake provider. */
export const paymentsAt = (
  { url }: { url: string },
  { publishable, secret, webhook }: Record<keyof typeof testKeys, string> = testKeys,
): Record<string, string> => ({
  PAYMENTS_API_URL: `${url}/v1`,
  PAYMENTS_PUBLISHABLE_KEY: publishable,
  PAYMENTS_SECRET_KEY: secret,
  PAYMENTS_WEBHOOK_SECRET: webhook,
});

export const approvedCard = { name: "Sara Nasser", number: "4111111111111111", month: "09", year: "2035", cvc: "123" };
export const declinedCard = { ...approvedCard, number: "4123120001090109" };

export const address: BillingAddress = {
  first_name: "Sara",
  last_name: "Nasser",
  phone: "+966500000001",
  address_1: "Example Street 1",
  address_2: "",
  state: "Riyadh",
  city: "Riyadh",
  zipcode: "12345",
};

/** Sends the card to the fake provider as the browser does. Resolves with the answer, whatever its status is. */
export async function postCard(
  begun: BegunCheckout,
  card = approvedCard,
  change: Record<string, unknown> = {},
): Promise<Response> {
  return fetch(begun.payments_url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...toPaymentRequest(begun, cardSource(card)), ...change }),
  });
}

/** Submits `result` on the bank's 3-D Secure page of a payment. */
export async function confirmAtBank(transactionUrl: string, result = "AUTHENTICATED"): Promise<void> {
  const response = await fetch(transactionUrl.replace(/\/prepare$/, "/set_auth_result"), {
    method: "POST",
    body: new URLSearchParams({ result }),
    redirect: "manual",
  });
  if (response.status >= 400) throw new Error(`the bank's page answered ${response.status}`);
}

/** Sends the card and confirms it at the bank. Afterwards the provider has taken the money or declined the card. */
export async function pay(
  begun: BegunCheckout,
  card = approvedCard,
  change: Record<string, unknown> = {},
): Promise<void> {
  const response = await postCard(begun, card, change);
  const payment = (await response.json()) as { status?: string; source?: { transaction_url?: string | null } };
  if (response.status !== 201)
    throw new Error(`the fake provider answered ${response.status}: ${JSON.stringify(payment)}`);
  if (payment.status === "initiated" && payment.source?.transaction_url)
    await confirmAtBank(payment.source.transaction_url);
}
