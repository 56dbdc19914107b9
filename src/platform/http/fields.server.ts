import { z } from "zod";
import parsePhoneNumber from "libphonenumber-js/min";
import type { Locale } from "#i18n/locale.ts";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { cleanProse, isBlank, normaliseEmail, normaliseInput } from "#i18n/input-text.ts";
import { isPlainWebAddress } from "../web-address.ts";

const messages = {
  required: (locale: Locale) => m.platform_field_required({}, { locale }),
  email: (locale: Locale) => m.platform_field_email({}, { locale }),
  emailLetters: (locale: Locale) => m.platform_field_email_letters({}, { locale }),
  phone: (locale: Locale) => m.platform_field_phone({}, { locale }),
  choice: (locale: Locale) => m.platform_field_choice({}, { locale }),
  characters: (locale: Locale) => m.platform_field_characters({}, { locale }),
  arabic: (locale: Locale) => m.platform_field_arabic({}, { locale }),
  latin: (locale: Locale) => m.platform_field_latin({}, { locale }),
  personName: (locale: Locale) => m.platform_field_person_name({}, { locale }),
  scfhs: (locale: Locale) => m.platform_field_scfhs({}, { locale }),
  vat: (locale: Locale) => m.platform_field_vat({}, { locale }),
  postalCode: (locale: Locale) => m.platform_field_postal_code({}, { locale }),
  saudiPostalCode: (locale: Locale) => m.platform_field_saudi_postal_code({}, { locale }),
  buildingNumber: (locale: Locale) => m.platform_field_building_number({}, { locale }),
  repeated: (locale: Locale) => m.platform_field_repeated({}, { locale }),
  invalid: (locale: Locale) => m.platform_field_invalid({}, { locale }),
};
export type FieldProblem = keyof typeof messages;

// Control characters that a text must not contain. Lone surrogates are rejected by `isWellFormed` below.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// eslint-disable-next-line no-control-regex
const forbiddenOnOneLine = /[\u0000-\u001f\u007f]/;

const cleanText = (max: number, clean: (text: string) => string, pattern: RegExp) =>
  z
    .string("required" satisfies FieldProblem)
    .transform(clean)
    .pipe(
      z
        .string()
        .refine((text) => text.isWellFormed() && !pattern.test(text), {
          message: "characters" satisfies FieldProblem,
          abort: true,
        })
        .max(max),
    );
const required = <Text extends z.ZodType<string, string>>(text: Text) =>
  text.refine((value) => !isBlank(value), "required" satisfies FieldProblem);
const optional = <Text extends z.ZodType<string, string>>(text: Text) => z.preprocess((value) => value ?? "", text);

const shortText = (max: number) => cleanText(max, normaliseInput, forbiddenOnOneLine);
const proseOnOneLine = (max: number) => cleanText(max, cleanProse, forbiddenOnOneLine);
const prose = (max: number) => cleanText(max, cleanProse, forbidden);

/** A short text, normalised by `normaliseInput`: not empty, at most `max` characters, no control characters. */
export const line = (max = 120) => required(shortText(max));
/** Like `line`, but empty, null or absent becomes `""`. */
export const optionalLine = (max = 120) => optional(shortText(max));
/** One line of prose, such as a title: trimmed, at most `max` characters, no control characters. */
export const proseLine = (max = 120) => required(proseOnOneLine(max));
/** Like `proseLine`, but empty, null or absent becomes `""`. */
export const optionalProseLine = (max = 120) => optional(proseOnOneLine(max));
/** Like `proseLine`, but of several lines. */
export const paragraph = (max = 2000) => required(prose(max));
/** Like `paragraph`, but empty, null or absent becomes `""`. */
export const optionalParagraph = (max = 2000) => optional(prose(max));
/** Replaces every dash with "-". */
export const hyphenated = (text: string) => text.replace(/\p{Pd}/gu, "-");
/** A search text: like `line`, with "-" for every dash. */
export const searchText = (max = 100) => line(max).transform(hyphenated);
/** Like `searchText`, but empty, null or absent becomes `""`. */
export const optionalSearchText = (max = 100) => optionalLine(max).transform(hyphenated);
/** A whole number from `min` to `max`, both included. */
export const whole = (min: number, max: number) =>
  z
    .int("invalid" satisfies FieldProblem)
    .min(min, "invalid" satisfies FieldProblem)
    .max(max, "invalid" satisfies FieldProblem);
/** The id of a record, within PostgreSQL's integer. */
export const recordId = () => whole(1, 2_147_483_647);
/**
 * Option of a check across several fields: it also runs if other fields are invalid, so that one response names all of
 * them.
 */
export const evenIfFieldsAreInvalid = { when: () => true };
/**
 * An email address, normalised by `normaliseEmail`: lower case, one `@`, a domain with a dot, in ASCII. Other letters
 * before the `@` have their own error message: many mail servers do not accept such an address (SMTPUTF8, RFC 6531), so
 * its owner would get no ticket.
 */
export const emailField = () =>
  line(254).transform((text, issues) => {
    const address = normaliseEmail(text);
    const message: FieldProblem = /[^\u0000-\u007f].*@/.test(text) ? "emailLetters" : "email";
    if (address === null) issues.addIssue({ code: "custom", message });
    return address ?? z.NEVER;
  });
/** A web address that staff enter, `http` or `https`. */
export const webAddress = () =>
  z
    .string("required" satisfies FieldProblem)
    .max(300)
    .refine((text) => isPlainWebAddress(text), "invalid" satisfies FieldProblem);
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string("required" satisfies FieldProblem)
    .min(1, "required" satisfies FieldProblem)
    .pipe(z.enum(values, "choice" satisfies FieldProblem));

/** Returns the message that a form shows for a problem. */
export function getProblemMessage(problem: FieldProblem, locale: Locale): string {
  return messages[problem](locale);
}

function getIssueMessage(issue: z.core.$ZodIssue, locale: Locale): string {
  if (issue.code === "too_big" && issue.origin === "string")
    return m.platform_field_too_long({ max: Number(issue.maximum) }, { locale });
  if (issue.code === "too_small" && issue.origin === "string" && issue.message !== "required")
    return m.platform_field_too_short({ min: Number(issue.minimum) }, { locale });
  return issue.message in messages ? messages[issue.message as FieldProblem](locale) : messages.invalid(locale);
}

/** Lists problems by field. Nested paths are joined with dots; a problem of the whole body is under `body`. */
export function fieldMap(error: z.ZodError, locale: Locale): FieldMap {
  // A map, because a field may be called `__proto__`.
  const fields = new Map<string, Set<string>>();
  for (const issue of error.issues) {
    const name = issue.code === "unrecognized_keys" ? (issue.keys[0] ?? "body") : issue.path.join(".") || "body";
    const fieldMessages = fields.get(name) ?? new Set();
    fields.set(name, fieldMessages.add(getIssueMessage(issue, locale)));
  }
  return Object.fromEntries([...fields].map(([name, fieldMessages]) => [name, [...fieldMessages]]));
}

function e164(text: string, issues: z.RefinementCtx): string {
  const parsed = parsePhoneNumber(text, "SA");
  if (parsed?.isValid()) return parsed.number as string;
  issues.addIssue({ code: "custom", message: "phone" satisfies FieldProblem });
  return z.NEVER;
}

/** A phone number, Saudi unless it has a country code; stored as E.164. */
export const phoneField = () => line(32).transform(e164);
/** Like `phoneField`, but empty, null or absent becomes `""`. */
export const optionalPhoneField = () =>
  optionalLine(32).transform((text, issues) => (text === "" ? "" : e164(text, issues)));
