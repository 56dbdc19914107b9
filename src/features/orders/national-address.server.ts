import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText, type FieldProblem } from "#platform/http/fields.server.ts";
import {
  addressLine,
  companyAddressFields,
  companyBillingFields,
  type BillingAddress,
  type Company,
} from "./billing.schema.ts";

/**
 * Whether company orders need a national address in parts: while documents are sent to the tax authority, also in
 * rehearsals.
 */
export const needsNationalAddress = async (ctx: Ctx): Promise<boolean> =>
  (await einvoicingSettings(ctx)).mode !== "off";

/**
 * What the address of a company's invoice lacks, by field: street and city, and with `needsParts` building number,
 * district and postal code. A field with another problem counts as given.
 */
export function findCompanyProblems(
  billing: { [Field in "address_1" | "city" | "zipcode"]?: unknown },
  company: { building_number?: unknown; district?: unknown },
  needsParts: boolean,
): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  for (const name of companyBillingFields) if (billing[name] === "") problems[name] = "required";
  if (!needsParts) return problems;
  for (const name of companyAddressFields) if (!company[name]) problems[`company.${name}`] = "required";
  if (typeof billing.zipcode === "string" && !/^\d{5}$/.test(billing.zipcode)) problems["zipcode"] = "saudiPostalCode";
  return problems;
}

/**
 * Builds the company to store with an order. While documents are sent to the tax authority it has a national address in
 * parts: building number and district of its own, and street, city and postal code of the billing address. `prefix` is
 * the prefix of the billing fields. Throws ValidationError.
 */
export async function withNationalAddress(
  ctx: Ctx,
  company: Company | null,
  billing: BillingAddress,
): Promise<Company | null> {
  if (!company) return null;
  const needsParts = await needsNationalAddress(ctx);
  const wrong: FieldMap = {};
  for (const [field, problem] of Object.entries(findCompanyProblems(billing, company, needsParts)))
    wrong[field.startsWith("company.") ? field : `billing.${field}`] = [fieldText(problem, ctx.locale)];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  if (!needsParts) return company;
  const { building_number, district, ...others } = company;
  const { address_1: street, city, zipcode: postal_code } = billing;
  const address = addressLine({
    ...billing,
    address_1: `${building_number} ${street}`,
    address_2: [billing.address_2, district].filter(Boolean).join(", "),
  });
  return { ...others, address, street, building_number, district, city, postal_code };
}
