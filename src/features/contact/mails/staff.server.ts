import { z } from "zod";
import { emailField, recordId } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { mailRowReply } from "./mail-row.server.ts";
import { listMails, mailSummary, readMail, mailFilter } from "./mails.server.ts";
import { retryMail, retryMails } from "./retry-mails.server.ts";

const fullMail = mailRowReply.extend({
  text: z.string().nullable().meta({ description: "Null before it is written, and where it holds a personal link" }),
  reply_to: z.string().nullable(),
  personal_link: z.boolean().meta({ description: "It may go to no other address" }),
  likely: z.object({ address: z.string(), because: z.enum(["account", "domain"]) }).nullable(),
});

export const list = getList({
  access: listMails.permission,
  summary: "Emails of the last 30 days, newest first",
  sorts: ["id"],
  filter: mailFilter,
  row: mailRowReply,
  list: listMails,
});

export const one = getOne({
  access: readMail.permission,
  summary: "An email with its text, and the address that was probably meant where one failed",
  id: numericId(),
  row: fullMail,
  read: readMail,
});

export const summary = staffEndpoint({
  access: mailSummary.permission,
  summary: "The post since midnight, and what failed",
  input: z.object({}),
  reply: z.object({
    today: z.int(),
    at_first_try: z.int(),
    waiting: z.int(),
    retrying: z.int(),
    failed: z.int(),
  }),
  handle: (ctx) => mailSummary(ctx),
});

export const retry = staffEndpoint({
  access: retryMail.permission,
  summary: "Sends an email again that failed, to a corrected address if one is given",
  errors: { ...notFound, 409: "Out already, or with a personal link, which goes to no other address" },
  input: z.object({ id: numericId(), to: emailField().optional() }),
  reply: fullMail,
  handle: retryMail,
});

export const retryMany = staffEndpoint({
  access: retryMails.permission,
  summary: "Sends again what failed: the emails given, or all; 500 at most in a call",
  input: z.object({ ids: z.array(recordId()).min(1).max(100).optional() }),
  reply: z.object({ retried: z.int(), left: z.int() }),
  handle: retryMails,
});
