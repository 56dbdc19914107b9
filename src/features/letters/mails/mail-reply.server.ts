import { z } from "zod";
import { mailProblems } from "./mail-problem.ts";
import { mailStates } from "./mail-row.server.ts";

/** A mail in the staff's API, without its text. */
export const mailRowReply = z.object({
  id: z.int(),
  template: z.string(),
  to: z.string().meta({ description: "Empty once its person has been erased" }),
  locale: z.enum(["en", "ar"]),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  problem: z.enum(mailProblems).nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
