/** Exports of the staff: every order as CSV, 10,000 as XLSX; time, and memory beyond that of the process before. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startExport } from "#features/tasks/export.server.ts";
import { readTask } from "#features/tasks/tasks.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { exportOrders } from "#site/orders/orders-export.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { makeStaff } from "#test/staff.ts";
import { start } from "../lib/processes.ts";
import { shown, type Figure } from "../lib/report.ts";

/** As `npm start` runs. */
const limits = ["--max-semi-space-size=4", "--max-old-space-size=256", "--expose-gc"];

async function measured(database: Database, url: string, format: string, filter: object): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "nama-bench-export-"));
  try {
    const ctx = testContext(database, { env: testEnv({ DATA_DIR: folder }) });
    const owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
    const { id } = await startExport(owner, [exportOrders], { kind: "orders", format, filter });
    const { child, failure } = start(process.execPath, [
      ...limits,
      "bench/children/export.ts",
      url,
      folder,
      String(id),
    ]);
    const [said, [code]] = await Promise.all([child.stdout ? text(child.stdout) : "", once(child, "close")]);
    const { state, done, file } = await readTask(owner, { id });
    if (code !== 0 || state !== "done") throw new Error(`the export ended as ${state}: ${failure()}`);
    const { seconds, addedMb } = JSON.parse(said) as { seconds: number; addedMb: number };
    const name = `export of ${shown(done)} orders as ${format.toUpperCase()}`;
    const note = `a file of ${shown((file?.bytes ?? 0) / 1e6)} MB`;
    return [
      { name: `${name}, time`, value: seconds, unit: "s", target: { atMost: 30 }, note },
      { name: `${name}, memory added`, value: addedMb, unit: "MB", target: { atMost: 80 }, note },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Figures of both exports, on a filled database. */
export async function exportFigures(database: Database, url: string): Promise<Figure[]> {
  return [
    ...(await measured(database, url, "csv", {})),
    // A tenth of all orders: as many as a workbook takes.
    ...(await measured(database, url, "xlsx", { status: ["failed"] })),
  ];
}
