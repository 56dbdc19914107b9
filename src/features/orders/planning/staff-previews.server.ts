import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { numericId } from "#platform/http/staff-resource.server.ts";
import { previewCancel, previewMove, previewSessions } from "./preview-change.server.ts";
import { cancelPreview, errors, movePreview, sessionsInput, sessionsPreview } from "./staff-fields.server.ts";

const description = "Nothing changes and no one is notified. At most 200 people are named; all are counted.";

export const move = staffEndpoint({
  access: previewMove.permission,
  summary: "Who is told when a run moves",
  description,
  errors,
  input: z.object({ id: numericId() }),
  reply: movePreview,
  handle: (ctx, { id: runId }) => previewMove(ctx, { runId }),
});

export const sessions = staffEndpoint({
  access: previewSessions.permission,
  summary: "Who is told when a run gets these sessions",
  description,
  errors,
  input: z.object({ id: numericId(), sessions: sessionsInput }),
  reply: sessionsPreview,
  handle: (ctx, { id: runId, sessions }) => previewSessions(ctx, { runId, sessions }),
});

export const cancel = staffEndpoint({
  access: previewCancel.permission,
  summary: "Who is told when a run is cancelled, and what goes back",
  description,
  errors,
  input: z.object({ id: numericId() }),
  reply: cancelPreview,
  handle: (ctx, { id: runId }) => previewCancel(ctx, { runId }),
});
