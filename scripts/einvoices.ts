/**
 * `npm run einvoices` lists the e-invoicing units, and documents that wait or were rejected. `-- onboard <code>` and
 * `-- renew <code>` take a one-time code from the authority's portal. `-- correct <id>` reissues a rejected document.
 * `-- seal-again` seals waiting documents again if their certificate can no longer be used.
 */
import { listUndecided } from "../src/features/invoices/einvoices/list.server.ts";
import { correctEInvoice, sealAgain } from "../src/features/invoices/einvoices/seal.server.ts";
import {
  beginOnboarding,
  goLive,
  listUnits,
  renewUnit,
  testUnit,
} from "../src/features/invoices/einvoices/units.server.ts";
import type { Ctx } from "../src/platform/context.server.ts";
import { runCommand } from "./run-command.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const [command = "list", argument = "", ...extraArguments] = process.argv.slice(2);
const pattern = { list: /^$/, onboard: /^\d{6}$/, renew: /^\d{6}$/, correct: /^\d{1,9}$/, "seal-again": /^$/ }[command];
if (!pattern?.test(argument) || extraArguments[0]) {
  console.error("npm run einvoices [-- list | onboard <code> | renew <code> | correct <id> | seal-again]");
  process.exit(2);
}

async function onboard(ctx: Ctx): Promise<void> {
  const unit = await beginOnboarding(ctx, { code: argument });
  const errors = await testUnit(ctx, unit);
  for (const { code, text } of errors) console.error(`${code}  ${text}`);
  if (errors.length > 0) throw new Error("The authority does not accept our examples.");
  await goLive(ctx, unit);
}

await runCommand(async (ctx) => {
  if (command === "onboard") await onboard(ctx);
  if (command === "renew") await renewUnit(ctx, { code: argument });
  if (command === "correct") await correctEInvoice(ctx, { id: Number(argument) });
  if (command === "seal-again") console.log(`${(await sealAgain(ctx)).count} sealed again`);
  for (const { id, environment, state, validTo, counter } of await listUnits(ctx))
    console.log(`unit ${id}  ${environment}  ${state}  until ${validTo.toISOString().slice(0, 10)}  ${counter} sealed`);
  for (const { id, number, state, attempts, problem, messages } of await listUndecided(ctx)) {
    const reasons = problem ? [problem] : messages.map(({ code, text }) => `${code} ${text}`);
    console.log(`${id}  ${number}  ${state}  ${attempts} attempts  ${reasons.join("; ")}`);
  }
});
