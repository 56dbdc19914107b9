import { personName } from "#features/people/person.server.ts";
import { z } from "zod";
import {
  choice,
  emailField,
  line,
  optionalLine,
  paragraph,
  optionalPhoneField,
  phoneField,
} from "#platform/http/fields.server.ts";
import { programs } from "./programs.ts";

/** Fields that people do not see. A wrong value is never an error. */
const antiSpamFields = {
  website: z
    .string()
    .catch("")
    .optional()
    .meta({ type: "string", description: "A field that people do not see, so that only robots fill it in" }),
  token: z
    .string()
    .max(200)
    .catch("")
    .optional()
    .meta({ type: "string", description: "Optional token from /api/form-token, at least 2 seconds old" }),
};

export const demoForm = z.object({
  name: personName(),
  email: emailField(),
  contact_number: phoneField(),
  workplace: line(160),
  program: choice(programs),
  ...antiSpamFields,
});

export const contactForm = z.object({
  name: personName(),
  title: optionalLine(120),
  email: emailField(),
  contact_number: optionalPhoneField(),
  workplace: optionalLine(160),
  message: z
    .preprocess((value) => (typeof value === "string" && value.trim() === "" ? null : value), paragraph(5000).nullish())
    .transform((text) => text ?? ""),
  ...antiSpamFields,
});

export const subscribeForm = z.object({
  email: emailField(),
  source: optionalLine(60).meta({ description: "Path of the page with the form" }),
  ...antiSpamFields,
});

export type DemoForm = z.output<typeof demoForm>;
export type ContactForm = z.output<typeof contactForm>;
export type SubscribeForm = z.output<typeof subscribeForm>;
