/**
 * `npm run orders -- list|show <id>|repair <id>` lists orders that need a person, shows one, and repairs one with what
 * the card provider says.
 */
import { parseArgs } from "node:util";
import { resyncOrder, orderReport } from "#features/order-views/staff/resync-order.server.ts";
import { findDiscrepancies } from "../src/features/payments/discrepancies.server.ts";
import { ProviderUnavailable } from "../src/features/payments/provider.ts";
import { mailRetry } from "../src/platform/mail/outbox.server.ts";
import type { Ctx } from "../src/platform/context.server.ts";
import { errorText, runCommand } from "./run-command.ts";
import { dayMs } from "#i18n/dates.ts";

const usage = "npm run orders -- list [--days 3] | show <order> | repair <order>";

process.chdir(new URL("..", import.meta.url).pathname);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { days: { type: "string", default: "3" } },
});
const [command = "", id = ""] = positionals;
const days = Number(values.days);
const orderId = Number(id);
const isWellFormed =
  command === "list"
    ? id === "" && days > 0
    : (command === "show" || command === "repair") && Number.isSafeInteger(orderId) && orderId > 0;
if (!isWellFormed) {
  console.error(usage);
  process.exit(2);
}

await runCommand(async (ctx, services) => {
  // This command queues emails; the running site sends them.
  await services.runner.prepare({ "mail.send": { retry: mailRetry } });
  if (command === "list") process.exitCode = await list(ctx);
  else await showOrRepairOrder(ctx);
}, explain);

function explain(error: unknown): string {
  return error instanceof ProviderUnavailable
    ? "The card provider cannot be reached now. Try again later; a repair may be repeated."
    : errorText(error);
}

/** Prints orders that need a person; resolves with the exit code. */
async function list(ctx: Ctx): Promise<number> {
  const discrepancies = await findDiscrepancies(ctx, new Date(Date.now() - days * dayMs));
  for (const { orderId, paymentId, kind, detail } of discrepancies)
    console.log([orderId ?? "-", kind, paymentId, detail].join("\t"));
  if (discrepancies.length === 0) console.log("No order needs a person.");
  // Exit code for a monitor: 3 means that a person should look.
  return discrepancies.length > 0 ? 3 : 0;
}

/** Prints the state of the order; for `repair`, after the repair. */
async function showOrRepairOrder(ctx: Ctx): Promise<void> {
  const report = command === "show" ? await orderReport(ctx, orderId) : await resyncOrder(ctx, orderId);
  if (report) return console.log(JSON.stringify(report, null, 2));
  console.error(`There is no order ${orderId}.`);
  process.exitCode = 1;
}
