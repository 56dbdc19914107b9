import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Env } from "#platform/env.server.ts";
import { outgoingCall } from "#platform/outgoing-call.server.ts";
import { withApplePay } from "./card-scheme.ts";
import {
  ProviderRefused,
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderStatus,
} from "./provider.ts";

/** The fields of reference A4 that we use. */
const paymentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  fee: z.number().int().nullish(),
  refunded: z.number().int().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  source: z
    .object({
      type: z.string().nullish(),
      company: z.string().nullish(),
      number: z.string().nullish(),
      message: z.string().nullish(),
      transaction_url: z.string().nullish(),
    })
    .nullish(),
});

const pageShape = z.object({
  payments: z.array(z.unknown()),
  meta: z.object({ next_page: z.number().int().nullish() }),
});

const statuses: Record<string, ProviderStatus> = {
  initiated: "initiated",
  paid: "paid",
  captured: "paid",
  failed: "failed",
  expired: "failed",
  refunded: "refunded",
  voided: "voided",
  authorized: "authorized",
};

const timeoutMs = 10_000;

function toScheme(source: z.output<typeof paymentShape>["source"]): string | null {
  const scheme = source?.company?.slice(0, 20) || null;
  return source?.type === "applepay" ? withApplePay(scheme) : scheme;
}

const toDate = (text: string | null | undefined) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null);

function toPayment(body: unknown): ProviderPayment {
  const parsed = paymentShape.safeParse(body);
  if (!parsed.success) throw new ProviderUnavailable("The card provider's answer has an unknown shape");
  const { source, metadata, ...payment } = parsed.data;
  const orderId = metadata?.order_id;
  const installationId = metadata?.installation_id;
  const url = source?.transaction_url ?? null;
  return {
    id: payment.id,
    status: statuses[payment.status] ?? "other",
    amountHalalas: payment.amount,
    currency: payment.currency,
    refundedHalalas: payment.refunded ?? 0,
    feeHalalas: payment.fee ?? null,
    createdAt: toDate(payment.created_at),
    updatedAt: toDate(payment.updated_at),
    orderId: typeof orderId === "string" || typeof orderId === "number" ? String(orderId) : null,
    installationId: typeof installationId === "string" ? installationId : null,
    message: source?.message?.slice(0, 300) ?? null,
    transactionUrl: url && /^https?:\/\//.test(url) ? url : null,
    cardScheme: toScheme(source),
    // Masked here too, in case an unmasked number arrives.
    cardMasked: source?.number?.replace(/\d(?=\d{4})/g, "X").slice(-19) ?? null,
  };
}

/** Compares digests, because timingSafeEqual needs equal lengths. */
function isSameSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

/** Moyasar's payments API (reference A1–A9). For the sandbox only address and keys differ. */
export function moyasar(
  env: Pick<Env, "PAYMENTS_API_URL" | "PAYMENTS_SECRET_KEY" | "PAYMENTS_WEBHOOK_SECRET">,
): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${env.PAYMENTS_SECRET_KEY}:`).toString("base64")}`;

  function ask(path: string, body?: object): Promise<{ status: number; json: unknown }> {
    const name = path.replace(/\?.*/, "").replace(/^\/payments\/[^/]+/, "/payments/:id");
    return outgoingCall("card provider", `${body ? "POST" : "GET"} ${name}`, () => send(path, body));
  }

  async function send(path: string, body?: object): Promise<{ status: number; json: unknown }> {
    try {
      const response = await fetch(`${env.PAYMENTS_API_URL}${path}`, {
        method: body ? "POST" : "GET",
        // A default library agent gets 403 and HTML (reference A1).
        headers: {
          authorization,
          accept: "application/json",
          "user-agent": "NamaHealth/1.0",
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      return { status: response.status, json: await response.json() };
    } catch (cause) {
      throw new ProviderUnavailable("The card provider did not answer", { cause });
    }
  }

  function requireSamePayment(id: string, json: unknown): ProviderPayment {
    const payment = toPayment(json);
    if (payment.id !== id) throw new ProviderUnavailable("The card provider answered with another payment");
    return payment;
  }

  async function list(
    query: Record<string, string>,
  ): Promise<{ payments: ProviderPayment[]; nextPage: number | null }> {
    const { status, json } = await ask(`/payments?${new URLSearchParams(query)}`);
    if (status !== 200) throw new ProviderUnavailable(`The card provider answered ${status}`);
    const parsed = pageShape.safeParse(json);
    if (!parsed.success) throw new ProviderUnavailable("The card provider's answer has an unknown shape");
    return { payments: parsed.data.payments.map(toPayment), nextPage: parsed.data.meta.next_page ?? null };
  }

  return {
    async fetchPayment(id) {
      const { status, json } = await ask(`/payments/${encodeURIComponent(id)}`);
      if (status === 404) return null;
      if (status !== 200) throw new ProviderUnavailable(`The card provider answered ${status}`);
      return requireSamePayment(id, json);
    },
    listPayments: (since, page, until) =>
      list({
        "created[gt]": since.toISOString(),
        ...(until && { "created[lt]": until.toISOString() }),
        page: String(page),
      }),
    listPaid: (since, page) => list({ status: "paid", "updated[gt]": since.toISOString(), page: String(page) }),
    async refundPayment(id, amountHalalas) {
      const { status, json } = await ask(`/payments/${encodeURIComponent(id)}/refund`, { amount: amountHalalas });
      if (status === 200) return requireSamePayment(id, json);
      if (status === 400 || status === 404 || status === 405)
        throw new ProviderRefused(`The card provider refused the refund (${status})`);
      throw new ProviderUnavailable(`The card provider answered ${status}`);
    },
    readWebhook(body) {
      if (!isSameSecret(body.secret_token, env.PAYMENTS_WEBHOOK_SECRET)) return { isGenuine: false };
      return {
        isGenuine: true,
        id: body.id,
        type: body.type,
        paymentId: body.data.id,
        isOurMode: body.live === env.PAYMENTS_SECRET_KEY.startsWith("sk_live_"),
      };
    },
  };
}
