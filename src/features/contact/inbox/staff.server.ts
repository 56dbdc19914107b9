import { z } from "zod";
import { line, paragraph, recordId } from "#platform/http/fields.server.ts";
import { day } from "#platform/http/form-input.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  numericId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";
import { enquiryRow, enquiryState, enquirySummary, fullEnquiry, offerableRun, savedReply } from "./inbox.schema.ts";
import { addNote, changeEnquiry } from "./change-enquiry.server.ts";
import { listEnquiries, readEnquiry, summariseEnquiries, enquiryFilter } from "./list.server.ts";
import { listOfferableRuns, makeOffer } from "./make-offer.server.ts";
import { replyToEnquiry } from "./reply.server.ts";
import * as saved from "./saved-replies.server.ts";

export const list = getList({
  access: listEnquiries.permission,
  summary: "Lists demo and contact requests; `sort=created_at` with `order=ASC` sorts the oldest first",
  sorts: ["created_at", "id"],
  filter: enquiryFilter,
  row: enquiryRow,
  list: listEnquiries,
});

export const one = getOne({
  access: readEnquiry.permission,
  summary: "Reads one enquiry with its thread",
  id: numericId(),
  row: fullEnquiry,
  read: readEnquiry,
});

export const summary = staffEndpoint({
  access: summariseEnquiries.permission,
  summary: "Counts the enquiries and measures the time to the first answer in the last 90 days",
  input: z.object({}),
  reply: enquirySummary,
  handle: summariseEnquiries,
});

export const change = update({
  access: changeEnquiry.permission,
  summary: "Moves an enquiry to another state, or assigns it to a colleague",
  errors: {
    409: "The enquiry cannot move to this state; or someone else has changed it meanwhile, and the reply has `current` and `yours`",
  },
  input: z.object({
    id: numericId(),
    version: versionField(),
    state: enquiryState.optional(),
    assigneeId: z.string().min(1).max(64).nullable().optional(),
  }),
  row: fullEnquiry,
  handle: changeEnquiry,
});

export const createNote = create({
  access: addNote.permission,
  summary: "Adds a note that only staff see",
  errors: notFound,
  input: z.object({ id: numericId(), text: paragraph(5000) }),
  row: fullEnquiry,
  handle: addNote,
});

export const reply = create({
  access: replyToEnquiry.permission,
  summary: "Emails a reply to the sender, in their language and in the same email conversation",
  errors: {
    ...notFound,
    409: "The enquiry is spam; or someone else has answered it meanwhile: `current` and `yours`",
  },
  input: z.object({
    id: numericId(),
    version: versionField(),
    text: paragraph(10_000),
    keepOpen: z.boolean().default(false),
  }),
  row: fullEnquiry,
  handle: replyToEnquiry,
});

export const offerableRuns = staffEndpoint({
  access: listOfferableRuns.permission,
  summary: "Lists the runs for companies that nobody has booked, soonest first",
  input: z.strictObject({}),
  reply: z.object({ runs: z.array(offerableRun) }),
  handle: async (ctx) => ({ runs: await listOfferableRuns(ctx) }),
});

export const offer = create({
  access: makeOffer.permission,
  summary: "Offers a run for a company to the sender, with a reply that has the quotation and the link to accept it",
  errors: {
    ...notFound,
    409: "The enquiry is spam; the run is booked, begun, off sale, cancelled or not for a company; or someone else has answered meanwhile, and the reply has `current` and `yours`",
  },
  input: z.object({
    id: numericId(),
    version: versionField(),
    runId: recordId(),
    until: day(),
    text: paragraph(10_000),
  }),
  row: fullEnquiry,
  handle: makeOffer,
});

const texts = { name: line(60), text_eng: paragraph(5000), text_ar: paragraph(5000) };

export const savedReplies = getList({
  access: saved.listSavedReplies.permission,
  summary: "Lists the saved replies, by name",
  sorts: ["name", "id"],
  filter: z.object({}),
  row: savedReply,
  list: saved.listSavedReplies,
});
export const oneSavedReply = getOne({
  access: saved.readSavedReply.permission,
  summary: "Reads one saved reply",
  id: numericId(),
  row: savedReply,
  read: saved.readSavedReply,
});
export const createSavedReply = create({
  access: saved.createSavedReply.permission,
  summary: "Creates a saved reply, a text to insert into replies",
  input: z.object(texts),
  row: savedReply,
  handle: saved.createSavedReply,
});
export const changeSavedReply = update({
  access: saved.changeSavedReply.permission,
  summary: "Changes a saved reply",
  input: z.object({ id: numericId(), version: versionField(), ...texts }),
  row: savedReply,
  handle: saved.changeSavedReply,
});
export const deleteSavedReply = staffEndpoint({
  access: saved.deleteSavedReply.permission,
  summary: "Deletes a saved reply; emails that used it stay",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: savedReply,
  handle: saved.deleteSavedReply,
});
