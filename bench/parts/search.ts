/** The site's search among 50,000 courses, stories and questions on PostgreSQL: time of one search, from words to marked excerpts. */
import { searchKeys, searchSite } from "#features/search/search.server.ts";
import { testContext } from "#test/context.ts";
import { addManyDocuments } from "../lib/many-documents.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type Found } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

/** Words that nearly every document holds, and rare ones; several; misspelt; begun; both languages; nonsense. */
const kinds: Record<string, string[]> = {
  "one common word": ["patient", "course", "hospital", "المرضى", "دورة", "الجودة"],
  "several words": ["patient safety", "root cause analysis", "infection control workshop", "سلامه المرضي", "تحليل الأسباب الجذرية", "quality سلامة"],
  "a question": ["how do I get my certificate after the course", "كيف أسجل في دورة سلامة المرضى"],
  misspelt: ["infecton", "anlaysis", "hygeine", "medicaton safty", "المستشفييات", "الاعتمماد"],
  begun: ["accredi", "simula", "biostat", "احصا"],
  "another form": ["auditing", "nurses", "مستشفيات", "أطباء", "للمرضى"],
  "no such word": ["zzzzqqqq", "قققققق", "xylophone quartz"],
};

export async function search({ stage, rounds }: Bench): Promise<Found> {
  const database = await openBenchDatabase(await stage.database("bench_search"));
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
          const locale = /[\u0600-\u06ff]/.test(q) ? "ar" : "en";
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
    const all = percentiles(Object.values(times).flat());
    const note = `median ${shown(all.p50Ms)} ms, 99th percentile ${shown(all.p99Ms)} ms, ${shown((rows[0] as { n: number }).n)} documents, written in ${shown(filled)} s`;
    return {
      figures: [{ name: "search, 95th percentile", value: all.p95Ms, unit: "ms", target: { atMost: 50 }, note }],
      details: { columns: ["words", "median ms", "95th percentile ms"], rows: [...Object.entries(times), ["for a list of courses", lists] as const].map(([kind, list]) => [kind, percentiles(list).p50Ms, percentiles(list).p95Ms]) },
      remarks: [],
    };
  } finally {
    await database.close();
  }
}
