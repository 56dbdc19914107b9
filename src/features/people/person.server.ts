import { z } from "zod";
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { type FieldProblem, choice, emailField, line, optionalLine, phoneField } from "#platform/http/fields.server.ts";
import { normaliseCode, normaliseInput } from "#i18n/input-text.ts";
import type { Ctx } from "#platform/context.server.ts";
import { containsPattern } from "#platform/db/list-page.server.ts";
import { holdsAddress, otherNameProblem } from "./names.ts";
import { professions } from "./professions.ts";
import { users } from "./tables.server.ts";

const containsTextSql = (text: string): SQL => sql`${users.search} like person_spelling(${containsPattern(text)})`;

/**
 * Condition that a person matches a search: their name, email, phone or SCFHS number contain every word of the text, in
 * any order, case and spelling of Arabic letters. Spaces, dashes and leading zeros of a number do not matter, so that
 * `050` finds `+966 50`.
 */
export function personMatchesSql(text: string): SQL | undefined {
  const typed = normaliseInput(text);
  if (/^[+\d\s().-]+$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, "");
    return containsTextSql(digits.replace(/^0+/, "") || digits);
  }
  return and(
    ...typed.split(/\s+/).map((word) => {
      const withoutDashes = word.replaceAll("-", "");
      return withoutDashes === word || withoutDashes === ""
        ? containsTextSql(word)
        : or(containsTextSql(word), containsTextSql(withoutDashes));
    }),
  );
}

/** Columns that set the name in the other script. Its version increases only when the name changes. */
export const nameOtherValues = (nameOther: string | null) => ({
  nameOther,
  nameOtherVersion: sql`${users.nameOtherVersion} + (${users.nameOther} is distinct from ${nameOther}::text)::int`,
});

/** Whether an account has confirmed that the address, in lower case, is its own. */
export const isConfirmedAddress = async (ctx: Ctx, email: string): Promise<boolean> =>
  (await ctx.db.$count(users, and(eq(users.email, email), eq(users.emailVerified, true)))) > 0;

/**
 * A registration number of the Saudi Commission for Health Specialties, or `""`. Its exact pattern is not public, so
 * only its form is checked (reference C): 5 to 20 letters and digits with at least one digit, and not a Saudi mobile
 * number. Dashes, which cards print, are removed.
 */
export const scfhsNumber = optionalLine(40)
  .transform(normaliseCode)
  .refine(
    (text) => text === "" || /^(?=.*\d)(?!(?:(?:00)?966|0)5\d{8}$)[A-Z0-9]{5,20}$/.test(text),
    "scfhs" satisfies FieldProblem,
  );

/** Refuses a name that mail programs would turn into a link. */
const noAddress = [(name: string) => !holdsAddress(name), "personName" satisfies FieldProblem] as const;
/** Name of a person, also of staff. */
export const personName = (max = 120) => line(max).refine(...noAddress);
/** Like `personName`, but empty, null or absent gives `""`. */
export const optionalPersonName = (max = 120) => optionalLine(max).refine(...noAddress);

/** Fields of an attendee. */
export const attendeeFields = { name: personName(), email: emailField(), scfhs_number: scfhsNumber };
/** The person's name in the other script, for certificates; may be empty or absent. */
export const nameOther = optionalPersonName()
  .optional()
  .meta({ type: "string", description: "The name in the other script, Arabic or Latin letters; may be empty" });

/** Check for an object with `name` and `name_other`: the second name must not be in the script of the first. */
export function checkOtherName(sent: unknown, { addIssue }: z.core.$RefinementCtx): void {
  const { name, name_other } = (sent ?? {}) as { name?: unknown; name_other?: unknown };
  if (typeof name !== "string" || typeof name_other !== "string") return;
  const problem = otherNameProblem(name, name_other);
  if (problem) addIssue({ code: "custom", path: ["name_other"], message: problem satisfies FieldProblem });
}

export const personFields = {
  ...attendeeFields,
  name_other: nameOther,
  contact_number: phoneField(),
  workplace: optionalLine(160),
  address: optionalLine(300),
  profession: choice(professions),
};
/** The form as the person sent it; missing fields are `""`. */
export type PersonForm = Record<Exclude<keyof typeof personFields, "name_other">, string> & {
  /** Absent when a page of an older version did not send it; a profile then keeps its value. */
  name_other?: string | undefined;
};

/**
 * A text field without rules: a value of another type counts as empty. The called function checks all rules, so that
 * one reply has every wrong field.
 */
export const field = (description: string) => z.string().catch("").meta({ type: "string", description });

export const personInputs = {
  name: field("Required"),
  name_other: z
    .string()
    .optional()
    .catch(undefined)
    .meta({ type: "string", description: "Optional; the name in the other script, Arabic or Latin letters" }),
  email: field("Required; an address can have one account"),
  contact_number: field("Required; a number of any country; without a country code it counts as Saudi"),
  scfhs_number: field("Optional; 5 to 20 letters and digits, dashes and spaces ignored"),
  workplace: field("Optional"),
  address: field("Optional"),
  profession: field(`Required; one of ${professions.join(", ")}`),
};

/** A user in a reply, as built by `publicUser`. */
export const userReply = z.object({
  id: z.string(),
  name: z.string(),
  name_other: z
    .string()
    .meta({ description: "Name in the other script, Arabic or Latin letters; empty when it is not known" }),
  email: z.string(),
  address: z.string(),
  contact_number: z.string().meta({ description: "E.164", example: "+966500000001" }),
  scfhs_number: z.string(),
  workplace: z.string(),
  profession: z.string(),
});

export const newToken = z.string().meta({ description: "Replaces the token of the request, which no longer works" });
