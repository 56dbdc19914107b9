import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldMap, type FieldProblem } from "#platform/http/fields.server.ts";
import { passwordText } from "./new-password.server.ts";
import { passwordProblem } from "./password.ts";
import { personFields } from "./person.server.ts";

const schema = z.object({
  ...personFields,
  // Any other value is an unticked box (specification §5).
  remember_me: z.literal("accept", "required" satisfies FieldProblem),
});

/** As sent; missing fields are `""`. */
export type RegistrationForm = Record<keyof z.output<typeof schema> | "password" | "password_confirmation", string>;
export type Registration = z.output<typeof schema> & { password: string };

/** Throws ValidationError with every wrong field at once; the confirmation has no error of its own. */
export async function readRegistration(form: RegistrationForm, locale: Locale): Promise<Registration> {
  const parsed = schema.safeParse(form);
  const fields = parsed.success ? {} : fieldMap(parsed.error, locale);
  const problem = await passwordProblem(form.password, form.password_confirmation, {
    name: form.name.trim(),
    email: form.email.trim(),
  });
  if (problem) fields.password = [passwordText(problem, locale)];
  if (!parsed.success || problem) throw new ValidationError(fields);
  return { ...parsed.data, password: form.password };
}
