import parsePhoneNumber from "libphonenumber-js/min";
import { z } from "zod";
import { latinDigits } from "#i18n/digits.ts";
import { line, optionalLine, type FieldProblem } from "#platform/http/fields.server.ts";

function e164(text: string, issues: z.RefinementCtx): string {
  const parsed = parsePhoneNumber(latinDigits(text), "SA");
  if (parsed?.isValid()) return parsed.number as string;
  issues.addIssue({ code: "custom", message: "phone" satisfies FieldProblem });
  return z.NEVER;
}

/** Any country, Saudi when none is given; stored as E.164. */
export const phoneField = () => line(32).transform(e164);
/** As `phoneField`, but empty, null or absent is `""`. */
export const optionalPhoneField = () =>
  optionalLine(32).transform((text, issues) => (text === "" ? "" : e164(text, issues)));
