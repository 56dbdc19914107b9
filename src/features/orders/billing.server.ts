import { personName } from "#features/people/person.server.ts";
import { z } from "zod";
import { normaliseCode } from "#i18n/input-text.ts";
import {
  evenIfFieldsAreInvalid,
  type FieldProblem,
  phoneField,
  line,
  optionalLine,
} from "#platform/http/fields.server.ts";
import { findCompanyProblems } from "./national-address.server.ts";
import { saudiRegions } from "./saudi-regions.ts";

export const companySchema = z.object({
  name: line(120),
  vat_number: line(40)
    .transform(normaliseCode)
    .refine((text) => /^3\d{13}3$/.test(text), "vat" satisfies FieldProblem),
  address: line(200),
  building_number: optionalLine(12)
    .optional()
    .transform((text) => normaliseCode(text ?? "") || undefined)
    .refine((text) => text === undefined || /^\d{4}$/.test(text), "buildingNumber" satisfies FieldProblem)
    .meta({ type: "string", description: "4 digits; with `district` needed while e-invoicing is on" }),
  district: optionalLine(60)
    .optional()
    .transform((text) => text || undefined)
    .meta({ type: "string", description: "Of the company's national address" }),
  purchase_order: optionalLine(60)
    .optional()
    .transform((number) => number || undefined)
    .meta({ type: "string", description: "The company's purchase-order number, shown on order and invoice" }),
});

const regions = new Set(saudiRegions.flatMap(({ en, ar }) => [en, ar]));

/** Guesses from phone and region, as the form asks for no country. Fields are `unknown`: they may be invalid here. */
const isSaudi = ({ phone, state }: { phone?: unknown; state?: unknown }): boolean =>
  (typeof phone === "string" && phone.startsWith("+966")) || (typeof state === "string" && regions.has(state));

const billingShape = z.object({
  first_name: personName(60),
  last_name: personName(60),
  phone: phoneField(),
  // A simplified invoice, for a private person, needs no buyer's address (VAT regulations, article 53).
  address_1: optionalLine(120),
  address_2: optionalLine(120),
  state: optionalLine(60),
  city: optionalLine(60),
  zipcode: optionalLine(12).transform((text) => text.replace(/\p{Pd}/gu, "-")),
});

function checkPostalCode(input: unknown, { issues, addIssue }: z.core.$RefinementCtx): void {
  const billing = (input ?? {}) as { phone?: unknown; state?: unknown; zipcode?: unknown };
  const { zipcode } = billing;
  const hasProblem = issues.some(({ path }) => path?.[0] === "zipcode");
  if (typeof zipcode !== "string" || zipcode === "" || hasProblem) return;
  const [pattern, problem] = isSaudi(billing)
    ? ([/^\d{5}$/, "saudiPostalCode"] as const)
    : ([/^(?=.*\d)[A-Za-z0-9 -]{3,12}$/, "postalCode"] as const);
  if (!pattern.test(zipcode)) addIssue({ code: "custom", path: ["zipcode"], message: problem satisfies FieldProblem });
}

const checkCompanyAddress =
  (needsParts: boolean) =>
  (input: unknown, { addIssue }: z.core.$RefinementCtx): void => {
    const { company, ...billing } = (input ?? {}) as { company?: object | null };
    if (!company) return;
    for (const [field, message] of Object.entries(findCompanyProblems(billing, company, needsParts)))
      addIssue({ code: "custom", path: field.split("."), message });
  };

/** Parses a billing address: trims it, and converts the postal code to Latin digits and the phone to E.164. */
export const billingSchema = billingShape.superRefine(checkPostalCode, evenIfFieldsAreInvalid);

/**
 * `billingSchema` with more fields. Checks the address of a `company`; with `needsParts`, also that the parts of its
 * national address are present.
 */
export const billingSchemaWith = <Shape extends z.ZodRawShape>(extraFields: Shape, { needsParts = false } = {}) =>
  billingShape
    .extend(extraFields)
    .superRefine(checkPostalCode, evenIfFieldsAreInvalid)
    .superRefine(checkCompanyAddress(needsParts), evenIfFieldsAreInvalid);
