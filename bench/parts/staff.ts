/**
 * The staff's lists among 100,000 orders of 50,000 people on PostgreSQL: one call of the API, with session, permission
 * and count.
 */
import { createHash } from "node:crypto";
import { testContext } from "#test/context.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { fillOrders, orderCount, personCount } from "../lib/hundred-thousand.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";
import { exportFigures } from "./staff-export.ts";

const paymentOf = (orderId: number): string =>
  createHash("md5")
    .update(`p${orderId}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const filters: Record<string, Record<string, string>> = {
  "orders, first page": {},
  "orders, 100 a page, the last that is paged to": { perPage: "100", page: "100" },
  "orders by total": { sort: "total", order: "ASC", page: "30" },
  "orders by time": { sort: "created_at" },
  "orders of a state": { filter: `{"status":["failed"]}` },
  "orders of a rare state": { filter: `{"status":["partially_refunded"]}` },
  "orders of a state without any": { filter: `{"status":["pending"]}` },
  "orders by number": { filter: `{"q":"51234"}` },
  "orders by e-mail": { filter: `{"q":"person-4711@"}` },
  "orders by a common name": { filter: `{"q":"Sara"}` },
  "orders by a name no one has": { filter: `{"q":"Nobody"}` },
  "orders by two letters": { filter: `{"q":"sa"}` },
  "orders by the provider's payment": { filter: `{"q":"${paymentOf(51234)}"}` },
  "orders by document": { filter: `{"q":"INV-2026-000182"}` },
  "orders of companies": { filter: `{"company":true}` },
  "orders with seats without a name": { filter: `{"unnamed":true}` },
  "orders of a run": { filter: `{"run_id":1}` },
  "orders of a week": { filter: `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}` },
};
const auditFilters: Record<string, Record<string, string>> = {
  "audit log, first page": {},
  "audit log of an order": { filter: `{"entity":"order","entity_id":"51234"}` },
  "audit log of an action": { filter: `{"action":"order.refunded"}` },
};

const peopleFilters: Record<string, Record<string, string>> = {
  "people, first page": { order: "ASC" },
  "people, 100 a page, the last that is paged to": { perPage: "100", page: "100", order: "ASC" },
  "people by age of the account": { sort: "created_at" },
  "people without an SCFHS number": { filter: `{"scfhs":"missing"}` },
  "people of a profession": { filter: `{"profession":"Doctor"}` },
  "people of a course": { filter: `{"course_id":1}` },
  "people who attended in a year": { filter: `{"attended_since":"2026-01-01"}` },
};
const peopleSearches = {
  "a common name": "Sara",
  "a common Arabic name, spelled otherwise": "احمد",
  "two letters": "in",
  "an e-mail": "person-4711@",
  "a phone": "050 000 4711",
  "an SCFHS number": "00004711",
  "a name and a number": "omar 4711",
  nobody: "Nobody Atall",
};
const mailFilters: Record<string, Record<string, string>> = {
  "mails, first page": {},
  "mails that failed": { filter: `{"state":["failed","retrying"]}` },
  "mails to a person": { filter: `{"to":"person-4711@example.com"}` },
  "mails searched": { filter: `{"q":"person-4711"}` },
};

const finds = {
  "a name": "Sara",
  "an e-mail": "person-4711@",
  "a number": "51234",
  "a course": "safety",
  nobody: "Nobody",
};

const enquiryFilters: Record<string, object> = {
  "enquiries, all": {},
  "enquiries that wait": { state: ["new", "open"] },
  "enquiries of nobody": { state: ["new", "open"], assignee: "nobody" },
  "enquiries by e-mail": { q: "writer-4711@" },
  "enquiries by a common name": { q: "احمد" },
  "enquiries by their text": { q: "next date of course" },
  "enquiries by a text no one wrote": { q: "zzzzqqqq" },
};

export async function staff({ stage, rounds }: Bench): Promise<PartFigures> {
  const url = await stage.database("bench_staff");
  const database = await openBenchDatabase(url);
  try {
    await fillOrders(url);
    const ctx = testContext(database);
    const browser = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const times: Record<string, number[]> = {};
    const lists = [
      ...Object.entries(filters).map(([name, query]) => ["GET orders", name, query] as const),
      ...Object.entries(auditFilters).map(([name, query]) => ["GET audit", name, query] as const),
      ...Object.entries(peopleFilters).map(([name, query]) => ["GET people", name, query] as const),
      ...Object.entries(peopleSearches).map(
        ([name, q]) =>
          ["GET people", `people searched by ${name}`, { order: "ASC", filter: JSON.stringify({ q }) }] as const,
      ),
      ...Object.entries(mailFilters).map(([name, query]) => ["GET mails", name, query] as const),
      ["GET mails-today", "mails of today", {}] as const,
      ["GET people/u4711", "one person", {}] as const,
      ["GET audit", "audit log of a person", { filter: `{"person_id":"u4711"}` }] as const,
      ...Object.entries(enquiryFilters).map(
        ([name, filter]) => ["GET enquiries", name, { order: "ASC", filter: JSON.stringify(filter) }] as const,
      ),
      ["GET enquiry-summary", "counts of the inbox", {}] as const,
      ["GET enquiries/512", "one enquiry", {}] as const,
      ["GET documents", "tax documents", {}] as const,
      ["GET documents", "tax documents by number", { filter: `{"q":"INV-512"}` }] as const,
      ["GET orders/51234", "one order", {}] as const,
      ["GET orders/51234/story", "one order's story", {}] as const,
      ["GET order-counts", "counts of all saved views", {}] as const,
      ["GET dashboard", "the first page", {}] as const,
      ...Object.entries(finds).map(([name, q]) => ["GET find", `found by ${name}`, { q }] as const),
    ];
    for (let round = -1; round < rounds * 5; round += 1)
      for (const [call, name, query] of lists) {
        const from = performance.now();
        const { status } = await browser.call(call, query);
        if (status !== 200) throw new Error(`${name} answered ${status}`);
        if (round >= 0) (times[name] ??= []).push(performance.now() - from);
      }
    const worst = (of: (name: string) => boolean, name: string, atMost: number) => {
      const [slowest] = Object.entries(times)
        .filter(([call]) => of(call))
        .map(([call, list]) => ({ call, p95Ms: percentiles(list).p95Ms }))
        .toSorted((a, b) => b.p95Ms - a.p95Ms);
      const note = `the slowest: ${slowest?.call}; ${shown(orderCount)} orders, ${shown(personCount)} people`;
      return { name, value: slowest?.p95Ms ?? 0, unit: "ms" as const, target: { atMost }, note };
    };
    const isFind = (name: string) => name.startsWith("found by");
    const isSearch = (name: string) => name.startsWith("people searched");
    return {
      figures: [
        worst(
          (name) => !isFind(name) && !isSearch(name),
          "a list of the staff or the first page, 95th percentile",
          200,
        ),
        worst(isSearch, "a search of people, 95th percentile", 300),
        worst(isFind, "the palette of the staff, 95th percentile", 300),
        ...(await exportFigures(database, url)),
      ],
      details: {
        columns: ["list", "median ms", "95th percentile ms"],
        rows: Object.entries(times).map(([name, list]) => [name, percentiles(list).p50Ms, percentiles(list).p95Ms]),
      },
      remarks: [],
    };
  } finally {
    await database.close();
  }
}
