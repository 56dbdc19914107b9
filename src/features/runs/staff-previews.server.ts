import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { optionalLine } from "#platform/http/fields.server.ts";
import { numericId } from "#platform/http/staff-resource.server.ts";
import { previewCancel, previewMove, previewSessions, readChangeMail } from "./preview-change.server.ts";
import { day } from "#platform/http/form-input.server.ts";
import {
  cancelInput,
  cancelPreview,
  errors,
  moveInput,
  movePreview,
  toReason,
  sessionsInput,
  sessionsPreview,
} from "./staff-fields.server.ts";

const description = "Nothing changes and no one is notified. At most 200 people are named; all are counted.";

export const move = staffEndpoint({
  access: previewMove.permission,
  summary: "Previews a move: who is notified, what the run clashes with, and the most that is refunded",
  description,
  errors,
  input: z.object({
    id: numericId(),
    startDate: day().optional(),
    endDate: day().optional(),
    venueEng: optionalLine(200).optional(),
  }),
  reply: movePreview,
  handle: (ctx, { id: runId, venueEng, ...to }) => previewMove(ctx, { runId, ...to, venueEng: venueEng || undefined }),
});

export const sessions = staffEndpoint({
  access: previewSessions.permission,
  summary: "Previews new sessions of a run: who is notified",
  description,
  errors,
  input: z.object({ id: numericId(), sessions: sessionsInput }),
  reply: sessionsPreview,
  handle: (ctx, { id: runId, sessions }) => previewSessions(ctx, { runId, sessions }),
});

export const cancel = staffEndpoint({
  access: previewCancel.permission,
  summary: "Previews a cancellation: who is notified, and what is refunded",
  description,
  errors,
  input: z.object({ id: numericId() }),
  reply: cancelPreview,
  handle: (ctx, { id: runId }) => previewCancel(ctx, { runId }),
});

const text = z.object({ subject: z.string(), text: z.string() });
const changeMail = {
  description: "As plain text. Nothing changes and no one is notified.",
  errors,
  reply: z.object({
    mail: z.object({ en: text, ar: text }).nullable().meta({ description: "Null if no one gets an email" }),
  }),
} as const;

export const moveMail = staffEndpoint({
  ...changeMail,
  access: readChangeMail.permission,
  summary: "Previews the email about a move, as one of its recipients reads it",
  input: moveInput,
  handle: async (ctx, { id: runId, reasonEng, reasonAr, ...to }) => ({
    mail: await readChangeMail(ctx, { runId, to, reason: toReason({ reasonEng, reasonAr }) }),
  }),
});

export const cancelMail = staffEndpoint({
  ...changeMail,
  access: readChangeMail.permission,
  summary: "Previews the email about a cancellation, as one of its recipients reads it",
  input: cancelInput,
  handle: async (ctx, input) => ({
    mail: await readChangeMail(ctx, { runId: input.id, reason: toReason(input) }),
  }),
});
