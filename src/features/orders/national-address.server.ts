import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage, type FieldProblem } from "#platform/http/fields.server.ts";
import {
  addressLine,
  companyAddressFields,
  companyBillingFields,
  type BillingAddress,
  type Company,
} from "./billing.schema.ts";

/**
 * Whether company orders need a national address in parts. They do while documents are sent to the tax authority, also
 * in a rehearsal.
 */
export const needsNationalAddress = async (ctx: Ctx): Promise<boolean> =>
  (await einvoicingSettings(ctx)).mode !== "off";

/**
 * Finds what the address of a company's invoice lacks, by field: street and city; with `needsParts` also building
 * number, district and postal code. A field with another problem counts as present.
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
 * parts: its own building number and district; street, city and postal code from the billing address. Throws
 * ValidationError.
 */
export async function withNationalAddress(
  ctx: Ctx,
  company: Company | null,
  billing: BillingAddress,
): Promise<Company | null> {
  if (!company) return null;
  const needsParts = await needsNationalAddress(ctx);
  const problems: FieldMap = {};
  for (const [field, problem] of Object.entries(findCompanyProblems(billing, company, needsParts)))
    problems[field.startsWith("company.") ? field : `billing.${field}`] = [getProblemMessage(problem, ctx.locale)];
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
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
