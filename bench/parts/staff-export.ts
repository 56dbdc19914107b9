/**
 * Exports of the staff: every order as CSV, 10,000 as XLSX, 2,000 invoices as a ZIP of PDFs; time, and memory beyond
 * that of the process before.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { documentPdfs } from "#features/invoices/finance/document-pdfs.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { readTask, startTask } from "#features/staff/tasks/tasks.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { exportOrders } from "#features/orders/staff/orders-export.server.ts";
import { address } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { makeStaff } from "#test/staff.ts";
import { start } from "../lib/processes.ts";
import { shown, type Figure } from "../lib/report.ts";

/** As `npm start` runs. */
const limits = ["--max-semi-space-size=16", "--max-old-space-size=256", "--expose-gc"];

type Begin = (owner: TestCtx) => Promise<{ id: number }>;

/** Time and added memory of the work that `begin` starts. */
async function measured(database: Database, url: string, what: string, begin: Begin, most: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "nama-bench-export-"));
  try {
    const ctx = testContext(database, { env: testEnv({ DATA_DIR: folder }) });
    const owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
    const { id } = await begin(owner);
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
    const name = `export of ${shown(done)} ${what}`;
    const note = `a file of ${shown((file?.bytes ?? 0) / 1e6)} MB`;
    return [
      { name: `${name}, time`, value: seconds, unit: "s", target: { atMost: most }, note },
      { name: `${name}, memory added`, value: addedMb, unit: "MB", target: { atMost: 80 }, note },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const orders =
  (format: string, filter: object): Begin =>
  (owner) =>
    startExport(owner, [exportOrders], { kind: "orders", format, filter });

const archived = { month: "2001-05", documents: 2000 };

/** Invoices that can be drawn, in a month without any; the order's are placeholders. */
async function writeInvoices(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seller = {
    nameEng: "Nama Health",
    nameAr: "نماء الصحية",
    addressEng: "King Fahd Road, Riyadh",
    addressAr: "الرياض",
  };
  const ids = { vatNumber: "300000000000003", registrationNumber: "1010000000" };
  const buyer = {
    name: "Sara N.",
    email: "sara@example.com",
    billing: address,
    company: null,
  };
  const line = {
    nameEng: "Patient safety essentials for clinical teams",
    nameAr: "أساسيات سلامة المرضى للفرق السريرية",
    qty: 1,
    unitPriceHalalas: 240_000,
    amountHalalas: 240_000,
    taxHalalas: 36_000,
    supplyFrom: "2001-06-12",
    supplyTo: "2001-06-14",
  };
  const payment = { cardScheme: "visa", cardMasked: "4111-11XX-XXXX-1111" };
  const parts = [{ ...seller, ...ids }, buyer, [line], payment].map((part) => JSON.stringify(part));
  await client.query(
    `insert into tax_document (kind, sequence, number, uuid, type_code, name_code, order_id, issued_at, currency, tax_percent, net_halalas, tax_halalas,
       total_halalas, seller, buyer, lines, payment, counter, previous_hash, hash, qr, issuer)
     select 'invoice', 10000000 + id, 'INV-2001-' || id, gen_random_uuid(), '388', '0100000', id, '${archived.month}-10', 'SAR', 15, 240000, 36000, 276000,
       $1, $2, $3, $4, 10000000 + id, 'x', md5('a' || id), 'ASDYtNix2YPYqQ==', 'x' from "order" where status = 'expired' limit ${archived.documents}`,
    parts,
  );
  await client.end();
}

/** Figures of the exports and of an archive of PDFs, on a filled database. */
export async function exportFigures(database: Database, url: string): Promise<Figure[]> {
  await writeInvoices(url);
  const pdfs: Begin = (owner) => startTask(owner, documentPdfs, { month: archived.month });
  return [
    ...(await measured(database, url, "orders as CSV", orders("csv", {}), 30)),
    // A tenth of all orders: as many as a workbook takes.
    ...(await measured(database, url, "orders as XLSX", orders("xlsx", { status: ["failed"] }), 30)),
    // Drawn one after the other, as no one has taken them before.
    ...(await measured(database, url, "tax documents as a ZIP of PDFs", pdfs, 300)),
  ];
}
