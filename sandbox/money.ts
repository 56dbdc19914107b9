const fractionDigits: Record<string, number> = {
  SAR: 2,
  AED: 2,
  QAR: 2,
  EGP: 2,
  USD: 2,
  EUR: 2,
  GBP: 2,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  OMR: 3,
  TND: 3,
  JPY: 0,
};

export const isCurrency = (code: string): boolean => Object.hasOwn(fractionDigits, code);

/** Formats minor units as a decimal number, with integer arithmetic only: (115000, "SAR") gives "1150.00". */
export function formatDecimal(amount: number, currency: string): string {
  const digits = fractionDigits[currency] ?? 2;
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The provider's `amount_format`, without a thousands separator: "1150.00 SAR". */
export const formatApiAmount = (amount: number, currency: string): string =>
  `${formatDecimal(amount, currency)} ${currency}`;

/** The provider's estimated fee in minor units, VAT included: 2.2 % and one major unit, times 1.15, rounded half up. */
export const estimateFee = (amount: number): number =>
  Math.floor((amount * 22 * 115 + 100 * 1000 * 115 + 50_000) / 100_000);
