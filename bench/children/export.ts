/**
 * One export or archive by the job that does it, in a process of its own with the site's limits; prints what it cost as
 * JSON. Arguments: database, folder, task.
 */
import "../lib/tsx.ts";
import { documentPdfs } from "#features/invoices/finance/document-pdfs.server.ts";
import { runTasks } from "#features/staff/tasks/run.server.ts";
import { exportOrders } from "#features/orders/staff/orders-export.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { openBenchDatabase } from "../lib/stage.ts";

const [url = "", folder = "", task = ""] = process.argv.slice(2);
const database = await openBenchDatabase(url);
const ctx = testContext(database, { env: testEnv({ DATA_DIR: folder }) });
// Connected and warm: what the export adds is asked for, not what a site has anyway.
await database.executeSql("select 1");
globalThis.gc?.();
const inUse = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const [resident, used] = [process.memoryUsage.rss(), inUse()];
let mostUsed = used;
const sampler = setInterval(() => (mostUsed = Math.max(mostUsed, inUse())), 5);
const began = performance.now();
const run = runTasks([exportOrders, documentPdfs]);
// Slices of 20 s, as the queue would give it.
do {
  ctx.queued.length = 0;
  await run(ctx, { id: Number(task) }, { isLast: true });
} while (ctx.queued.length > 0);
const seconds = (performance.now() - began) / 1000;
clearInterval(sampler);
// Pages left over from loading the program hide what is used of them: the larger of both counts.
const added = Math.max(process.resourceUsage().maxRSS * 1024 - resident, mostUsed - used);
console.log(JSON.stringify({ seconds, addedMb: added / 1e6 }));
await database.close();
