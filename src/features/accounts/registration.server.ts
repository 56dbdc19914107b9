import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import { WrongFields } from "#platform/errors.ts";
import { choice, emailField, fieldMap, fieldText, line, optionalLine, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { passwordLength } from "./password-length.ts";
import { passwordProblem, type PasswordProblem } from "./password.ts";
import { latinDigits, phoneField } from "#platform/http/phone.server.ts";
import { professions } from "./professions.ts";

/** Printed on the card with dashes, asked for without; its exact pattern is not public, so only its look is checked (reference C). */
const scfhsNumber = optionalLine(40)
  .transform((text) => latinDigits(text).toUpperCase().replace(/[\s\p{Pd}]/gu, ""))
  .refine((text) => text === "" || /^[A-Z0-9]{5,20}$/.test(text), "invalid" satisfies FieldProblem);

const schema = z.object({
  name: line(120),
  email: emailField(),
  contact_number: phoneField(),
  scfhs_number: scfhsNumber,
  workplace: optionalLine(160),
  address: optionalLine(300),
  profession: choice(professions),
  // Anything but the agreed word is a box that was not ticked (specification §5).
  remember_me: z.literal("accept", "required" satisfies FieldProblem),
});

/** The form as sent; what was left out is an empty text. */
export type RegistrationForm = Record<keyof z.output<typeof schema> | "password" | "password_confirmation", string>;
export type Registration = z.output<typeof schema> & { password: string };

const passwordTexts: Record<PasswordProblem, (locale: Locale) => string> = {
  missing: (locale) => fieldText("required", locale),
  short: (locale) => m.platform_field_too_short({ min: passwordLength.min }, { locale }),
  long: (locale) => m.platform_field_too_long({ max: passwordLength.max }, { locale }),
  common: (locale) => m.accounts_password_common({}, { locale }),
  mismatch: (locale) => m.accounts_password_mismatch({}, { locale }),
};

/** The registration of a form. Throws WrongFields with every wrong field at once; the confirmation has no error of its own. */
export function readRegistration(form: RegistrationForm, locale: Locale): Registration {
  const parsed = schema.safeParse(form);
  const fields = parsed.success ? {} : fieldMap(parsed.error, locale);
  const problem = passwordProblem(form.password, form.password_confirmation, { name: form.name.trim(), email: form.email.trim() });
  if (problem) fields.password = [passwordTexts[problem](locale)];
  if (!parsed.success || problem) throw new WrongFields(fields);
  return { ...parsed.data, password: form.password };
}
