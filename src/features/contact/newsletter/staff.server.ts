import { z } from "zod";
import { optionalProseLine, searchText } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffHtml } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  numericId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";
import { createIssue, deleteIssue, listIssues, readIssue, saveIssue } from "./issues.server.ts";
import { pauseIssue, previewIssue, resumeIssue, startIssue, testIssue } from "./send.server.ts";
import { fullIssue, issueLocale, issueRow, issueState, subscriberRow, subscriberStates } from "./newsletter.schema.ts";
import { listSubscribers } from "./subscribers.server.ts";

/** Two bodies of rich text. */
const maxBytes = 512 * 1024;
const html = z.string().max(100_000).default("");
const texts = {
  subject_eng: optionalProseLine(120),
  subject_ar: optionalProseLine(120),
  preheader_eng: optionalProseLine(150),
  preheader_ar: optionalProseLine(150),
  body_eng: html,
  body_ar: html,
};

export const list = getList({
  access: listIssues.permission,
  summary: "Issues of the newsletter, last saved first",
  sorts: ["saved_at", "id"],
  filter: z.object({ state: z.array(issueState).min(1).max(4).optional() }),
  row: issueRow,
  list: listIssues,
});
export const one = getOne({
  access: readIssue.permission,
  summary: "One issue with its checks, and what became of its emails",
  id: numericId(),
  row: fullIssue,
  read: readIssue,
});
export const createOne = create({
  access: createIssue.permission,
  summary: "A draft in both languages; it may be unfinished",
  maxBytes,
  input: z.object(texts),
  row: fullIssue,
  handle: createIssue,
});
export const save = update({
  access: saveIssue.permission,
  summary: "Saves a draft",
  errors: { 409: "It is being sent; or saved by someone else meanwhile: `current` and `yours`" },
  maxBytes,
  input: z.object({ id: numericId(), version: versionField(), ...texts }),
  row: fullIssue,
  handle: saveIssue,
});
export const remove = staffEndpoint({
  access: deleteIssue.permission,
  summary: "Deletes a draft",
  errors: { ...notFound, 409: "It is being sent or was" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: deleteIssue,
});
export const preview = staffHtml({
  access: previewIssue.permission,
  summary: "The email of an issue, to be shown in a frame",
  errors: notFound,
  input: z.object({ id: numericId(), locale: issueLocale.default("en") }),
  handle: previewIssue,
});
export const test = staffEndpoint({
  access: testIssue.permission,
  summary: "Emails the saved issue to colleagues",
  errors: notFound,
  input: z.object({
    id: numericId(),
    readers: z.array(z.string().min(1).max(64)).min(1).max(10).meta({ description: "Ids of colleagues" }),
    locales: z.array(issueLocale).min(1).max(2),
  }),
  reply: fullIssue,
  handle: testIssue,
});
export const start = update({
  access: startIssue.permission,
  summary: "Begins to send an issue to everyone who has confirmed",
  errors: { 409: "It is being sent, no one would get it; or saved by someone else meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField() }),
  row: fullIssue,
  handle: startIssue,
});
const turned = {
  errors: { ...notFound, 409: "It is in another state" },
  input: z.object({ id: numericId() }),
  reply: fullIssue,
};
export const pause = staffEndpoint({
  ...turned,
  access: pauseIssue.permission,
  summary: "Sends no further batch",
  handle: pauseIssue,
});
export const resume = staffEndpoint({
  ...turned,
  access: resumeIssue.permission,
  summary: "Resumes after the last batch",
  handle: resumeIssue,
});

export const subscribers = getList({
  access: listSubscribers.permission,
  summary: "Subscriptions with the proof of their consent",
  sorts: ["created_at", "email"],
  filter: z.object({
    q: searchText(100).optional().meta({ description: "Part of an email address" }),
    state: z.enum(subscriberStates).optional(),
  }),
  row: subscriberRow,
  list: listSubscribers,
});
