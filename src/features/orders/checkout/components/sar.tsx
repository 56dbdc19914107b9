import { useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";

/** A decimal SAR amount as one isolate. */
export function Sar({ amount }: { amount: string }) {
  return <bdi>{formatSar(amount, useLocale())}</bdi>;
}
