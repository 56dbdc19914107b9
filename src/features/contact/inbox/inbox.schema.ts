/** Enquiries in the staff API, for the server and the portal. */
import { z } from "zod";
import { programs } from "#features/contact/programs.ts";

/** The states of an enquiry. `nextStates` has the changes that are allowed between them. */
export const enquiryStates = ["new", "open", "answered", "spam"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

const nextStates: Record<EnquiryState, readonly EnquiryState[]> = {
  new: ["open", "answered", "spam"],
  open: ["answered", "spam"],
  answered: ["open"],
  // An enquiry that was not spam after all is open again, because someone must answer it.
  spam: ["open"],
};

export const listNextStates = (state: EnquiryState): readonly EnquiryState[] => nextStates[state];

export const enquiryState = z.enum(enquiryStates);
export const enquiryKind = z.enum(["demo", "contact"]);
export const enquiryRow = z.object({
  id: z.int(),
  kind: enquiryKind,
  state: enquiryState,
  name: z.string(),
  email: z.string(),
  program: z.enum(programs).nullable(),
  excerpt: z.string(),
  locale: z.enum(["en", "ar"]),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
  firstAnsweredAt: z.string().nullable(),
  version: z.int(),
});
export const fullEnquiry = enquiryRow.extend({
  phone: z.string(),
  workplace: z.string(),
  title: z.string(),
  message: z.string(),
  moves: z.array(enquiryState),
  messages: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(["reply", "note"]),
      text: z.string(),
      author: z.string(),
      createdAt: z.string(),
      mail: z
        .enum(["queued", "sent", "captured", "failed"])
        .nullable()
        .meta({ description: "State of a reply's email; null once the email is deleted" }),
      offer: z
        .object({
          runId: z.int(),
          until: z.string().nullable(),
          state: z.enum(["open", "accepted", "expired", "withdrawn"]),
        })
        .nullable()
        .meta({ description: "The offer of a run to a company that a reply contains, with its present state" }),
    }),
  ),
});

export const offerableRun = z.object({
  id: z.int(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  company: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  seats: z.int(),
  amount: z.string().meta({ description: "SAR before VAT, all seats" }),
  until: z.string().nullable().meta({ description: "Last day of an offer that exists already" }),
});

const count = z.int();
export const enquirySummary = z.object({
  waiting: count,
  mine: count,
  nobodys: count,
  answered: count,
  spam: count,
  firstAnswers: z.object({ count, medianSeconds: z.int().nullable() }),
});

export const savedReply = z.object({
  id: z.int(),
  name: z.string(),
  text_eng: z.string(),
  text_ar: z.string(),
  version: z.int(),
});

export type Enquiry = z.output<typeof fullEnquiry>;
export type EnquiryRow = z.output<typeof enquiryRow>;
export type SavedReply = z.output<typeof savedReply>;
