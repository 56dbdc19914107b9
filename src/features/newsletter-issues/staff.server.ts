import { z } from "zod";
import { line, optionalLine } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { staffFrame } from "#platform/http/staff-frame.server.ts";
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
import { issueStates } from "./states.ts";
import { listSubscribers, subscriberStates } from "./subscribers.server.ts";

/** Two bodies of rich text. */
const maxBytes = 512 * 1024;
const state = z.enum(issueStates);
const locale = z.enum(["en", "ar"]);
const counted = z.int();

const row = z.object({
  id: z.int(),
  state,
  subject_eng: z.string(),
  subject_ar: z.string(),
  saved_at: z.string(),
  saved_by: z.string(),
  started_at: z.string().nullable(),
  started_by: z.string().nullable(),
  finished_at: z.string().nullable(),
  recipients: counted.meta({ description: "Confirmed addresses when it was started" }),
  handed: counted.meta({ description: "Mails queued so far" }),
  sent: counted,
  failed: counted,
  version: z.int(),
});
const name = z.enum(["subject_eng", "subject_ar", "preheader_eng", "preheader_ar", "body_eng", "body_ar"]);
const full = row.extend({
  preheader_eng: z.string(),
  preheader_ar: z.string(),
  body_eng: z.string(),
  body_ar: z.string(),
  tested_at: z.string().nullable(),
  tested_by: z.string().nullable(),
  checks: z.object({
    missing: z.array(name),
    not_arabic: z.array(name),
    broken_links: z.array(z.string()),
    leave: z.boolean().meta({ description: "The link that ends a subscription is in both mails" }),
  }),
  subscribers: z.object({ all: counted, en: counted, ar: counted }),
  left: counted.meta({ description: "Readers of it who have left the list since it was started" }),
  failures: z
    .array(z.object({ email: z.string(), reason: z.string() }))
    .meta({ description: "The first 200; `interrupted`: it may have arrived, and was not sent again" }),
});

const html = z.string().max(100_000).default("");
const texts = {
  subject_eng: optionalLine(120),
  subject_ar: optionalLine(120),
  preheader_eng: optionalLine(150),
  preheader_ar: optionalLine(150),
  body_eng: html,
  body_ar: html,
};

export const list = getList({
  summary: "Issues of the newsletter, last saved first",
  sorts: ["saved_at", "id"],
  filter: z.object({ state: z.array(state).min(1).max(4).optional() }),
  row,
  list: listIssues,
});
export const one = getOne({
  summary: "One issue with its checks, and what became of its mails",
  id: numericId(),
  row: full,
  read: readIssue,
});
export const createOne = create({
  summary: "A draft in both languages; it may be unfinished",
  maxBytes,
  input: z.object(texts),
  row: full,
  handle: createIssue,
});
export const save = update({
  summary: "Saves a draft",
  errors: { 409: "It is being sent; or saved by someone else meanwhile: `current` and `yours`" },
  maxBytes,
  input: z.object({ id: numericId(), version: versionField(), ...texts }),
  row: full,
  handle: saveIssue,
});
export const remove = staffEndpoint({
  summary: "Deletes a draft",
  errors: { ...notFound, 409: "It is being sent or was" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: deleteIssue,
});
export const preview = staffFrame({
  summary: "The mail of an issue, to be shown in a frame",
  errors: notFound,
  input: z.object({ id: numericId(), locale: locale.default("en") }),
  handle: previewIssue,
});
export const test = staffEndpoint({
  summary: "Mails the saved issue to colleagues",
  errors: notFound,
  input: z.object({
    id: numericId(),
    readers: z.array(z.string().min(1).max(64)).min(1).max(10).meta({ description: "Ids of colleagues" }),
    locales: z.array(locale).min(1).max(2),
  }),
  reply: full,
  handle: testIssue,
});
export const start = update({
  summary: "Begins to send an issue to everyone who has confirmed",
  errors: { 409: "It is being sent, nobody would get it; or saved by someone else meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField() }),
  row: full,
  handle: startIssue,
});
const turned = {
  errors: { ...notFound, 409: "It is in another state" },
  input: z.object({ id: numericId() }),
  reply: full,
};
export const pause = staffEndpoint({ ...turned, summary: "Sends no further batch", handle: pauseIssue });
export const resume = staffEndpoint({ ...turned, summary: "Goes on behind the last batch", handle: resumeIssue });

export const subscribers = getList({
  summary: "Subscriptions with the proof of their consent",
  sorts: ["created_at", "email"],
  filter: z.object({
    q: line(100).optional().meta({ description: "Part of an e-mail address" }),
    state: z.enum(subscriberStates).optional(),
  }),
  row: z.object({
    id: z.string(),
    email: z.string(),
    state: z.enum(subscriberStates),
    locale,
    consent: z.string(),
    consent_version: z.string(),
    source: z.string(),
    created_at: z.string(),
    confirmed_at: z.string().nullable(),
    left_at: z.string().nullable(),
  }),
  list: listSubscribers,
});
