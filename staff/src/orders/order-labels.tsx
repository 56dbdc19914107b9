import { cardEnding, parseScheme, type CardScheme } from "../../../src/features/payments/card-scheme.ts";
import { m, findMessage } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

const schemeNames: Record<CardScheme, string> = {
  mada: "mada",
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  unionpay: "UnionPay",
};

/** The payment method: a transfer, or the known parts of a card, such as `Apple Pay, mada ··4451`. Empty if unknown. */
export function PaidWith({
  method,
  scheme: storedScheme,
  masked,
}: {
  method: string | null;
  scheme: string | null;
  masked: string | null;
}) {
  if (method === "transfer") return <>{m.staff_orders_flags_transfer()}</>;
  const { scheme, text, isApplePay } = parseScheme(storedScheme);
  const digits = cardEnding(masked);
  const name = [isApplePay && "Apple Pay", scheme ? schemeNames[scheme] : text].filter(Boolean).join(", ");
  const label = [name, digits && `··${digits}`].filter(Boolean).join(" ");
  return label && <bdi dir="ltr">{label}</bdi>;
}

/** Reasons that staff can choose for a refund. */
export const refundReasons = ["requested", "cannot-attend", "booked-by-mistake", "course-changed", "goodwill"] as const;
/** All reasons with a label. The server sets those that staff cannot choose. */
const reasonCodes = new Set<string>([
  ...refundReasons,
  "course-cancelled",
  "transfer-overdue",
  "transfer-not-approved",
  "transfer-refused",
  "transfer-returned",
  "transfer-released",
  "at-provider",
]);

/**
 * Returns a function that formats a reason. A reason is a code, or free text with English in the first line and Arabic
 * in the second.
 */
export function useReason(): (reason: string) => string {
  const { locale } = useFormats();
  return (reason) => {
    // `course-cancelled:12` also names the run.
    const code = reason.replace(/:\d+$/, "");
    if (reasonCodes.has(code)) return findMessage(`staff_orders_reasons_${code}`) ?? code;
    const [english = "", arabic = english] = reason.split("\n");
    return locale === "ar" ? arabic : english;
  };
}
