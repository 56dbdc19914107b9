import parsePhoneNumber from "libphonenumber-js/min";
import { z } from "zod";
import { line, optionalLine } from "#platform/http/fields.server.ts";

const easternDigits = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));

/** A phone number of any country, Saudi when no country is given; kept as E.164 (reference E). */
const phone = line(32).transform((text, issues) => {
  const parsed = parsePhoneNumber(easternDigits(text), "SA");
  if (parsed?.isPossible()) return parsed.number as string;
  issues.addIssue({ code: "custom", message: "phone" });
  return z.NEVER;
});

/** The billing address of a request; trimmed, digits Latin, phone in E.164. */
export const billingSchema = z.object({
  first_name: line(60),
  last_name: line(60),
  phone,
  address_1: line(120),
  address_2: optionalLine(120),
  state: optionalLine(60),
  city: line(60),
  zipcode: optionalLine(12)
    .transform(easternDigits)
    .refine((text) => text === "" || /^[A-Za-z0-9 -]{3,12}$/.test(text), "invalid"),
});
