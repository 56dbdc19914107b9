import { z } from "zod";
import { emailField, recordId } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { mailRowReply } from "./mail-row.server.ts";
import { listMails, mailSummary, readMail, mailFilter } from "./mails.server.ts";
import { retryMail, retryMails } from "./retry-mails.server.ts";

const fullMail = mailRowReply.extend({
  text: z
    .string()
    .nullable()
    .meta({ description: "Null before the email is rendered, when it has a personal link, and once it is erased" }),
  replyTo: z.string().nullable(),
  personalLink: z
    .boolean()
    .meta({ description: "Whether the email has a personal link, so that it must not go to another address" }),
  likely: z.object({ address: z.string(), because: z.enum(["account", "domain"]) }).nullable(),
});

export const list = getList({
  access: listMails.permission,
  summary: "Lists the emails of the last 30 days, newest first",
  sorts: ["id"],
  filter: mailFilter,
  row: mailRowReply,
  list: listMails,
});

export const one = getOne({
  access: readMail.permission,
  summary: "Reads an email with its text and, if it failed, the address that was probably meant",
  id: numericId(),
  row: fullMail,
  read: readMail,
});

export const summary = staffEndpoint({
  access: mailSummary.permission,
  summary: "Counts the emails since midnight in Riyadh, and all that are waiting or failed",
  input: z.object({}),
  reply: z.object({
    today: z.int(),
    atFirstTry: z.int(),
    waiting: z.int(),
    retrying: z.int(),
    failed: z.int(),
  }),
  handle: (ctx) => mailSummary(ctx),
});

export const retry = staffEndpoint({
  access: retryMail.permission,
  summary: "Sends a failed email again, optionally to a corrected address",
  errors: {
    ...notFound,
    409: "The email has not failed or must not arrive twice; or it has a personal link and must not go to another address",
  },
  input: z.object({ id: numericId(), to: emailField().optional() }),
  reply: fullMail,
  handle: retryMail,
});

export const retryMany = staffEndpoint({
  access: retryMails.permission,
  summary: "Sends failed emails again: those in `ids`, or all; 500 at most per call",
  input: z.object({ ids: z.array(recordId()).min(1).max(100).optional() }),
  reply: z.object({ retried: z.int(), left: z.int() }),
  handle: retryMails,
});
