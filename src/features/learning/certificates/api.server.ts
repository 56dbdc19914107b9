import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { checkCertificate } from "./check.server.ts";
import { certificateStates } from "./certificate.ts";

const text = z.string();

export const verifyCertificate = endpoint({
  summary: "Checks a certificate by its number: its state, and the nine fields that SCFHS requires",
  description:
    "Open to anyone. Shows the holder by first name and initial. A revoked certificate shows neither the holder nor the hours. After 20 unknown numbers, an IP address must wait up to an hour.",
  session: "optional",
  body: z.object({
    number: z
      .string("required")
      .max(100, "invalid")
      .meta({ example: "NH-2027-K7Q4-9M2X", description: "Case, spaces and hyphens do not matter" }),
  }),
  reply: z.object({
    number: text,
    state: z.enum(certificateStates),
    issued_on: text,
    ended_on: text.nullable(),
    replaced_by: text.nullable().meta({ description: "Number of the certificate that replaced it" }),
    is_erased: z.boolean().meta({ description: "Whether the holder's personal data was erased" }),
    holder: z.object({ name_eng: text, name_ar: text }).nullable(),
    title_eng: text,
    title_ar: text,
    start_date: text,
    end_date: text,
    accreditation_number: text.nullable(),
    details: z
      .object({
        country_eng: text,
        country_ar: text,
        hours: z.number(),
        accreditation: z
          .object({
            activity_reference: text,
            body_eng: text,
            body_ar: text,
            specialty_eng: text,
            specialty_ar: text,
          })
          .nullable(),
      })
      .nullable()
      .meta({ description: "Null for a revoked certificate" }),
  }),
  errors: { 404: "No certificate has this number." },
  handle: (ctx, { number }) => checkCertificate(ctx, { number }),
});
