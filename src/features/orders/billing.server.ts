import { z } from "zod";
import { latinDigits, phoneField } from "#platform/http/phone.server.ts";
import { line, optionalLine, type FieldProblem } from "#platform/http/fields.server.ts";
import { saudiRegions } from "./saudi-regions.ts";

/** Whom the invoice is made out to instead: a VAT number is 15 digits, the first and the last 3. */
export const companySchema = z.object({
  name: line(120),
  vat_number: line(40)
    .transform((text) => latinDigits(text).replace(/[\s\p{Pd}]/gu, ""))
    .refine((text) => /^3\d{13}3$/.test(text), "vat" satisfies FieldProblem),
  address: line(200),
});

const regions = new Set(saudiRegions.flatMap(({ en, ar }) => [en, ar]));

/**
 * The form asks for no country: a Saudi telephone or region says that the address is Saudi. A field that is wrong itself may be anything here.
 */
const isSaudi = ({ phone, state }: { phone?: unknown; state?: unknown }): boolean =>
  (typeof phone === "string" && phone.startsWith("+966")) || (typeof state === "string" && regions.has(state));

/** The fields of a billing address; trimmed, digits of the postal code Latin, phone in E.164. */
const billingShape = z.object({
  first_name: line(60),
  last_name: line(60),
  phone: phoneField(),
  address_1: line(120),
  address_2: optionalLine(120),
  state: optionalLine(60),
  city: line(60),
  zipcode: optionalLine(12).transform((text) => latinDigits(text).replace(/\p{Pd}/gu, "-")),
});

/** Names the postal code when it does not fit its country, together with whatever else is wrong. */
function checkPostalCode(sent: unknown, { issues, addIssue }: z.core.$RefinementCtx): void {
  const billing = (sent ?? {}) as { phone?: unknown; state?: unknown; zipcode?: unknown };
  const { zipcode } = billing;
  const isRefused = issues.some(({ path }) => path?.[0] === "zipcode");
  if (typeof zipcode !== "string" || zipcode === "" || isRefused) return;
  const [pattern, problem] = isSaudi(billing)
    ? ([/^\d{5}$/, "saudiPostalCode"] as const)
    : ([/^(?=.*\d)[A-Za-z0-9 -]{3,12}$/, "postalCode"] as const);
  if (!pattern.test(zipcode)) addIssue({ code: "custom", path: ["zipcode"], message: problem satisfies FieldProblem });
}

/** One answer names every wrong field: also when others are wrong. */
const always = { when: () => true };

/** The billing address of a request. */
export const billingSchema = billingShape.superRefine(checkPostalCode, always);

/** The same with further fields beside it. */
export const billingSchemaWith = <Shape extends z.ZodRawShape>(more: Shape) =>
  billingShape.extend(more).superRefine(checkPostalCode, always);
