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
import { scheduleIssue, unscheduleIssue } from "./schedule.server.ts";
import { pauseIssue, previewIssue, resumeIssue, startIssue, stopIssue, testIssue } from "./send.server.ts";
import {
  fullIssue,
  issueLocale,
  issueRow,
  issueState,
  issueStates,
  issueWarning,
  issueWarnings,
  subscriberRow,
  subscriberStates,
} from "./newsletter.schema.ts";
import { listSubscribers } from "./subscribers.server.ts";

/** Limit of a request, which may contain two bodies of rich text. */
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
  summary: "Lists the issues of the newsletter, last saved first",
  sorts: ["saved_at", "id"],
  filter: z.object({ state: z.array(issueState).min(1).max(issueStates.length).optional() }),
  row: issueRow,
  list: listIssues,
});
export const one = getOne({
  access: readIssue.permission,
  summary: "Reads one issue with its checks and the results of its emails",
  id: numericId(),
  row: fullIssue,
  read: readIssue,
});
export const createOne = create({
  access: createIssue.permission,
  summary: "Creates a draft in both languages, which may be unfinished",
  maxBytes,
  input: z.object(texts),
  row: fullIssue,
  handle: createIssue,
});
export const save = update({
  access: saveIssue.permission,
  summary: "Saves a draft",
  errors: {
    409: "The issue is scheduled or being sent, or someone else saved it meanwhile; the reply then has `current` and `yours`",
  },
  maxBytes,
  input: z.object({ id: numericId(), version: versionField(), ...texts }),
  row: fullIssue,
  handle: saveIssue,
});
export const remove = staffEndpoint({
  access: deleteIssue.permission,
  summary: "Deletes a draft",
  errors: { ...notFound, 409: "The issue is scheduled, being sent or already sent" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: deleteIssue,
});
export const preview = staffHtml({
  access: previewIssue.permission,
  summary: "Renders the email of an issue as a page, to show in a frame",
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
const sendEndpoint = {
  errors: {
    409: "The issue is being sent already, nobody would get it, or someone else saved it meanwhile; the reply then has `current` and `yours`",
  },
  row: fullIssue,
};
const sendInput = z.object({
  id: numericId(),
  version: versionField(),
  accepted: z
    .array(issueWarning)
    .max(issueWarnings.length)
    .default([])
    .meta({ description: "`warnings` of the issue that the sender accepts" }),
});
export const start = update({
  ...sendEndpoint,
  access: startIssue.permission,
  summary: "Starts sending an issue to everyone who has confirmed",
  input: sendInput,
  handle: startIssue,
});
export const schedule = update({
  ...sendEndpoint,
  access: scheduleIssue.permission,
  summary: "Sets or changes the time at which an issue is sent",
  input: sendInput.extend({
    scheduledAt: z.iso.datetime("invalid").meta({ description: "UTC, in the future" }),
  }),
  handle: (ctx, { scheduledAt, ...input }) => scheduleIssue(ctx, { ...input, scheduledAt: new Date(scheduledAt) }),
});
const stateEndpoint = {
  errors: { ...notFound, 409: "The issue is in another state" },
  input: z.object({ id: numericId() }),
  reply: fullIssue,
};
export const unschedule = staffEndpoint({
  ...stateEndpoint,
  access: unscheduleIssue.permission,
  summary: "Cancels a schedule; the issue is a draft again",
  handle: unscheduleIssue,
});
export const pause = staffEndpoint({
  ...stateEndpoint,
  access: pauseIssue.permission,
  summary: "Pauses an issue: no further batch is sent",
  handle: pauseIssue,
});
export const resume = staffEndpoint({
  ...stateEndpoint,
  access: resumeIssue.permission,
  summary: "Resumes a paused issue after its last batch",
  handle: resumeIssue,
});
export const stop = staffEndpoint({
  ...stateEndpoint,
  access: stopIssue.permission,
  summary: "Ends an issue for good; emails that no attempt has begun to send are withdrawn",
  handle: stopIssue,
});

export const subscribers = getList({
  access: listSubscribers.permission,
  summary: "Lists the subscriptions with the proof of their consent",
  sorts: ["created_at", "email"],
  filter: z.object({
    q: searchText(100).optional().meta({ description: "Part of an email address" }),
    state: z.enum(subscriberStates).optional(),
  }),
  row: subscriberRow,
  list: listSubscribers,
});
