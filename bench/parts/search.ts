/**
 * The site's search among 50,000 courses, stories and questions on PostgreSQL: time of one search, from words to marked
 * excerpts; what the database computes for it; and what twenty searchers leave to everyone else.
 */
import { readFileSync } from "node:fs";
import { searchKeys, searchSite } from "#features/content/search/search.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { testContext } from "#test/context.ts";
import { addManyDocuments } from "../lib/many-documents.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

/** Words that nearly every document holds, and rare ones; several; misspelt; begun; both languages; nonsense. */
const kinds: Record<string, string[]> = {
  "one common word": ["patient", "course", "hospital", "المرضى", "دورة", "الجودة"],
  "several words": [
    "patient safety",
    "root cause analysis",
    "infection control workshop",
    "سلامه المرضي",
    "تحليل الأسباب الجذرية",
    "quality سلامة",
  ],
  "a question": ["how do I get my certificate after the course", "كيف أسجل في دورة سلامة المرضى"],
  misspelt: ["infecton", "anlaysis", "hygeine", "medicaton safty", "المستشفييات", "الاعتمماد"],
  begun: ["accredi", "simula", "biostat", "احصا"],
  "another form": ["auditing", "nurses", "مستشفيات", "أطباء", "للمرضى"],
  "no such word": ["zzzzqqqq", "قققققق", "xylophone quartz"],
  hostile: [
    "a".repeat(200),
    "qzxw wzxq xqzw zwqx qwzx xwqz wqxz zxwq qxzw xzqw wxqz zqwx",
    "((( & | ! <-> :*",
    "\u202e\u0000😀",
  ],
};
const localeOf = (q: string) => (/[\u0600-\u06ff]/.test(q) ? "ar" : "en");

/** Median milliseconds of processor time that PostgreSQL needs for each kind of words. */
async function computed(url: string, ctx: Ctx): Promise<Record<string, number>> {
  const one = await openDatabase({
    databaseUrl: url,
    dataDir: "",
    poolSize: 1,
    log: { info() {}, warn() {}, error() {} },
  });
  try {
    const { rows } = await one.executeSql("select pg_backend_pid() as pid");
    const spent = () =>
      Number(readFileSync(`/proc/${(rows[0] as { pid: number }).pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
    const found: Record<string, number> = {};
    for (const [kind, queries] of Object.entries(kinds)) {
      const times: number[] = [];
      for (const q of [...queries, ...queries, ...queries]) {
        const from = spent();
        await searchSite({ ...ctx, database: one, db: one.db, locale: localeOf(q) }, { q });
        times.push(spent() - from);
      }
      found[kind] = percentiles(times).p50Ms;
    }
    return found;
  } finally {
    await one.close();
  }
}

/** How long a look at one row takes while twenty people search without pause. */
async function besideSearchers(ctx: Ctx, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const queries = Object.values(kinds).flat();
  const searchers = Array.from({ length: 20 }, async (_, n) => {
    for (let at = n; performance.now() < end; at += 1) await searchSite(ctx, { q: queries[at % queries.length] ?? "" });
  });
  const times: number[] = [];
  while (performance.now() < end) {
    const from = performance.now();
    await ctx.database.executeSql("select * from search_word where word = $1", ["patient"]);
    times.push(performance.now() - from);
  }
  await Promise.all(searchers);
  return percentiles(times).p95Ms;
}

export async function search({ stage, rounds }: Bench): Promise<PartFigures> {
  const url = await stage.database("bench_search");
  const database = await openBenchDatabase(url);
  try {
    const ctx = testContext(database);
    const began = performance.now();
    await addManyDocuments(database);
    const filled = (performance.now() - began) / 1000;
    const { rows } = await database.executeSql("select count(*)::int as n from search_document");
    const times: Record<string, number[]> = {};
    const timed = async (name: string, work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      (times[name] ??= []).push(performance.now() - from);
    };
    for (let round = -1; round < rounds * 2; round += 1) {
      for (const [kind, queries] of Object.entries(kinds)) {
        for (const q of queries) {
          const locale = localeOf(q);
          if (round < 0) await searchSite({ ...ctx, locale }, { q });
          else await timed(kind, () => searchSite({ ...ctx, locale }, { q }));
        }
      }
    }
    const lists: number[] = [];
    for (const q of Object.values(kinds).flat()) {
      const from = performance.now();
      await searchKeys(ctx, "course", q);
      lists.push(performance.now() - from);
    }
    const processor = await computed(url, ctx);
    const beside = await besideSearchers(ctx, 4000);
    const all = percentiles(Object.values(times).flat());
    const note = `median ${shown(all.p50Ms)} ms, 99th percentile ${shown(all.p99Ms)} ms, ${shown((rows[0] as { n: number }).n)} documents, written in ${shown(filled)} s`;
    return {
      figures: [
        { name: "search, 95th percentile", value: all.p95Ms, unit: "ms", target: { atMost: 50 }, note },
        { name: "one row beside 20 searchers, 95th percentile", value: beside, unit: "ms" },
      ],
      details: {
        columns: ["words", "median ms", "95th percentile ms", "database's processor ms"],
        rows: [...Object.entries(times), ["for a list of courses", lists] as const].map(([kind, list]) => [
          kind,
          percentiles(list).p50Ms,
          percentiles(list).p95Ms,
          processor[kind] ?? "",
        ]),
      },
      remarks: [],
    };
  } finally {
    await database.close();
  }
}
