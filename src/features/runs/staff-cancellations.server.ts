import { z } from "zod";
import {
  approveCancellation,
  declineCancellation,
  withdrawCancellation,
} from "#features/runs/run-changes/cancel.server.ts";
import { amountField } from "#features/orders/fields.server.ts";
import { optionalLine } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { cancellation, changedRun } from "./staff-fields.server.ts";
import { readRun, toCancellationRow } from "./staff-runs.server.ts";

const word = optionalLine(500).meta({
  description: "Comment to the colleague who made the request; kept in the audit log",
});

export const approve = staffEndpoint({
  access: approveCancellation.permission,
  summary: "Approves a waiting cancellation and carries it out; never the caller's own",
  description: "Needs a second factor that was proved after the request was made.",
  fresh: true,
  errors: { ...notFound, 409: "The request is decided already, or the amount is not the expected one" },
  input: z.object({
    id: numericId(),
    word,
    expected: amountField().meta({
      description: "The amount that the second person saw; the approval is refused if it has changed since",
    }),
  }),
  reply: changedRun,
  handle: async (ctx, { id, word, expected: expectedHalalas }) => {
    const { cancellation, taskId } = await approveCancellation(ctx, { id, word, expectedHalalas });
    return { ...(await readRun(ctx, { id: cancellation.runId })), taskId };
  },
});

export const decline = staffEndpoint({
  access: declineCancellation.permission,
  summary: "Declines a waiting cancellation, and the run is on sale again; never the caller's own",
  errors: { ...notFound, 409: "The request is decided already" },
  input: z.object({ id: numericId(), word }),
  reply: cancellation,
  handle: async (ctx, input) => toCancellationRow(ctx, await declineCancellation(ctx, input)),
});

export const withdraw = staffEndpoint({
  access: withdrawCancellation.permission,
  summary: "Withdraws the caller's own cancellation while it waits, and the run is on sale again",
  errors: { ...notFound, 409: "The request is decided already" },
  input: z.object({ id: numericId() }),
  reply: cancellation,
  handle: async (ctx, input) => toCancellationRow(ctx, await withdrawCancellation(ctx, input)),
});
