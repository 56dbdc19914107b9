import { einvoicingSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText, type FieldProblem } from "#platform/http/fields.server.ts";
import { addressLine, companyBillingFields, type BillingAddress, type Company } from "./billing.schema.ts";

/**
 * Whether company orders need a national address in parts: while documents are sent to the tax authority, also in
 * rehearsals.
 */
export const needsNationalAddress = async (ctx: Ctx): Promise<boolean> =>
  (await einvoicingSettings(ctx)).mode !== "off";

/**
 * Builds the company to store with an order. While documents are sent to the tax authority it has a national address in
 * parts: building number and district of its own, and street, city and postal code of the billing address. `prefix` is
 * the prefix of the billing fields. Throws ValidationError.
 */
export async function withNationalAddress(
  ctx: Ctx,
  company: Company | null,
  billing: BillingAddress,
  prefix: "" | "billing.",
): Promise<Company | null> {
  if (!company || !(await needsNationalAddress(ctx))) return company;
  const { building_number, district, ...others } = company;
  const wrong: FieldMap = {};
  const refuse = (field: string, problem: FieldProblem) => (wrong[field] = [fieldText(problem, ctx.locale)]);
  for (const name of companyBillingFields) if (!billing[name]) refuse(`${prefix}${name}`, "required");
  if (!building_number) refuse("company.building_number", "required");
  if (!district) refuse("company.district", "required");
  if (!/^\d{5}$/.test(billing.zipcode)) refuse(`${prefix}zipcode`, "saudiPostalCode");
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  const { address_1: street, city, zipcode: postal_code } = billing;
  const address = addressLine({
    ...billing,
    address_1: `${building_number} ${street}`,
    address_2: [billing.address_2, district].filter(Boolean).join(", "),
  });
  return { ...others, address, street, building_number, district, city, postal_code };
}
