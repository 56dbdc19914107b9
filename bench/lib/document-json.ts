/** What each tax document of a filled database says: as long as a real one. */
import { address } from "#test/buyer.ts";
import { defaultSettings } from "#features/settings/settings.ts";

const line = {
  nameEng: "Patient Safety Essentials",
  nameAr: "أساسيات سلامة المرضى",
  qty: 1,
  unitPriceHalalas: 240_000,
  amountHalalas: 240_000,
  taxHalalas: 36_000,
  supplyFrom: "2026-10-04",
  supplyTo: "2026-10-06",
};

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** Seller, buyer, lines and payment, in the order of the columns. */
export const documentJson = [
  defaultSettings.seller,
  { name: "A buyer", email: "buyer@example.com", billing: address, company: null },
  [line],
  { cardScheme: "visa", cardMasked: "4111-11XX-XXXX-1111" },
]
  .map(literal)
  .join(", ");
