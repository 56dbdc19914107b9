import { parseScheme } from "../../../src/features/payments/card-scheme.ts";
import { m, findMessage } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

const schemes: Record<string, string> = {
  mada: "mada",
  visa: "Visa",
  master: "Mastercard",
  mastercard: "Mastercard",
  amex: "American Express",
  unionpay: "UnionPay",
};

/** The payment method: `mada ··4451`, `Apple Pay, mada ··4451` or a transfer. Renders nothing if unknown. */
export function PaidWith({
  method,
  scheme,
  masked,
}: {
  method: string | null;
  scheme: string | null;
  masked: string | null;
}) {
  if (method === "transfer") return <>{m.staff_orders_flags_transfer()}</>;
  const last = masked?.slice(-4);
  if (!last) return null;
  const { scheme: network, isApplePay } = parseScheme(scheme);
  return (
    <bdi dir="ltr">
      {isApplePay && "Apple Pay, "}
      {schemes[network.toLowerCase()] ?? ""} ··{last}
    </bdi>
  );
}

export const refundReasons = ["requested", "cannot-attend", "booked-by-mistake", "course-changed", "goodwill"] as const;
const codes = new Set<string>([
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
 * Returns a function that formats a reason. It is a code, or free text with English in the first line and Arabic in the
 * second.
 */
export function useReason(): (reason: string) => string {
  const { locale } = useFormats();
  return (reason) => {
    const code = reason.replace(/:\d+$/, "");
    if (codes.has(code)) return findMessage(`staff_orders_reasons_${code}`) ?? code;
    const [english = "", arabic = english] = reason.split("\n");
    return locale === "ar" ? arabic : english;
  };
}
