import type { Locale } from "#i18n/locale.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { passwordLength } from "./password-length.ts";
import type { PasswordProblem } from "./password.ts";

const texts: Record<PasswordProblem, (locale: Locale) => string> = {
  missing: (locale) => fieldText("required", locale),
  characters: (locale) => fieldText("characters", locale),
  short: (locale) => m.platform_field_too_short({ min: passwordLength.min }, { locale }),
  long: (locale) => m.platform_field_too_long({ max: passwordLength.max }, { locale }),
  common: (locale) => m.accounts_password_common({}, { locale }),
  mismatch: (locale) => m.accounts_password_mismatch({}, { locale }),
};

export const passwordText = (problem: PasswordProblem, locale: Locale) => texts[problem](locale);

/** A mismatch is an error of the repetition (unlike at registration). */
export function newPasswordFields(problem: PasswordProblem | null, locale: Locale): Record<string, string[]> {
  if (!problem) return {};
  return { [problem === "mismatch" ? "password_confirmation" : "password"]: [passwordText(problem, locale)] };
}
