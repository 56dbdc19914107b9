import { z } from "zod";
import { latinDigits, phoneField } from "#platform/http/phone.server.ts";
import { line, optionalLine } from "#platform/http/fields.server.ts";

/** Whom the invoice is made out to instead: a VAT number is 15 digits, the first and the last 3. */
export const companySchema = z.object({
  name: line(120),
  vat_number: line(40)
    .transform((text) => latinDigits(text).replace(/[\s-]/g, ""))
    .refine((text) => /^3\d{13}3$/.test(text), "invalid"),
  address: line(200),
});

/** The billing address of a request; trimmed, digits of the postal code Latin, phone in E.164. */
export const billingSchema = z.object({
  first_name: line(60),
  last_name: line(60),
  phone: phoneField(),
  address_1: line(120),
  address_2: optionalLine(120),
  state: optionalLine(60),
  city: line(60),
  zipcode: optionalLine(12)
    .transform(latinDigits)
    .refine((text) => text === "" || /^[A-Za-z0-9 -]{3,12}$/.test(text), "invalid"),
});
