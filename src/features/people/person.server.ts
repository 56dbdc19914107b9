import { z } from "zod";
import { choice, emailField, line, optionalLine, type FieldProblem } from "#platform/http/fields.server.ts";
import { latinDigits } from "#i18n/digits.ts";
import { phoneField } from "#platform/http/phone.server.ts";
import { professions } from "./professions.ts";

/**
 * A registration number of the Saudi Commission for Health Specialties, or `""`. Its exact pattern is not public, so
 * only its form is checked (reference C); cards print it with dashes.
 */
export const scfhsNumber = optionalLine(40)
  .transform((text) =>
    latinDigits(text)
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, ""),
  )
  .refine((text) => text === "" || /^[A-Z0-9]{5,20}$/.test(text), "scfhs" satisfies FieldProblem);

export const personFields = {
  name: line(120),
  email: emailField(),
  contact_number: phoneField(),
  scfhs_number: scfhsNumber,
  workplace: optionalLine(160),
  address: optionalLine(300),
  profession: choice(professions),
};
/** As typed; missing fields are `""`. */
export type PersonForm = Record<keyof typeof personFields, string>;

/** Not a text counts as empty, so that one answer names every wrong field; the verb has the rules. */
export const field = (description: string) => z.string().catch("").meta({ type: "string", description });

export const personInputs = {
  name: field("Required"),
  email: field("Required; one account each"),
  contact_number: field("Required; any country, Saudi without a country code"),
  scfhs_number: field("Optional; 5 to 20 letters and digits, dashes and spaces ignored"),
  workplace: field("Optional"),
  address: field("Optional"),
  profession: field(`Required; one of ${professions.join(", ")}`),
};

/** A user in an answer, as `publicUser` makes it. */
export const userReply = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  contact_number: z.string().meta({ description: "E.164", example: "+966500000001" }),
  scfhs_number: z.string(),
  workplace: z.string(),
  profession: z.string(),
});

export const newToken = z
  .string()
  .meta({ description: "Takes the place of the token the request came with, which is dead" });
