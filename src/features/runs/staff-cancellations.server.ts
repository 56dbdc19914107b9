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

const word = optionalLine(500).meta({ description: "To the colleague who asked; kept in the audit log" });

export const approve = staffEndpoint({
  access: approveCancellation.permission,
  summary: "Agrees to a cancellation that waits and carries it out; never one's own",
  description: "Wants a second factor that was proved after it was asked for.",
  fresh: true,
  errors: { ...notFound, 409: "Decided already, or another sum than expected" },
  input: z.object({
    id: numericId(),
    word,
    expected: amountField().meta({ description: "What the second person saw: another sum by now is refused" }),
  }),
  reply: changedRun,
  handle: async (ctx, { id, word, expected: expectedHalalas }) => {
    const { cancellation, taskId } = await approveCancellation(ctx, { id, word, expectedHalalas });
    return { ...(await readRun(ctx, { id: cancellation.runId })), taskId };
  },
});

export const decline = staffEndpoint({
  access: declineCancellation.permission,
  summary: "Declines a cancellation that waits, and the run is on sale again; never one's own",
  errors: { ...notFound, 409: "Decided already" },
  input: z.object({ id: numericId(), word }),
  reply: cancellation,
  handle: async (ctx, input) => toCancellationRow(ctx, await declineCancellation(ctx, input)),
});

export const withdraw = staffEndpoint({
  access: withdrawCancellation.permission,
  summary: "Takes back one's own cancellation while it waits, and the run is on sale again",
  errors: { ...notFound, 409: "Decided already" },
  input: z.object({ id: numericId() }),
  reply: cancellation,
  handle: async (ctx, input) => toCancellationRow(ctx, await withdrawCancellation(ctx, input)),
});
