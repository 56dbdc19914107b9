/** Lighthouse as a telephone sees every page: the scores people compare, and what is behind them. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../../scripts/chromium.ts";
import { median } from "../lib/compare.ts";
import { withSite } from "../lib/every-page.ts";
import { output } from "../lib/processes.ts";
import { repeated } from "../lib/repeated.ts";
import type { Figure, PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { toolFolder } from "../lib/tools.ts";

interface Audit {
  score: number | null;
  title: string;
  numericValue?: number;
  details?: { items?: { transferSize?: number; resourceType?: string }[] };
}
interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { code: string; message: string };
}

/** Measured each run: the middle value counts. */
const timed = ["performance", "LCP ms", "TBT ms", "CLS"] as const;
const steady = ["accessibility", "best-practices", "seo", "kB", "requests", "js kB", "font kB"] as const;
type Row = Record<(typeof timed)[number] | (typeof steady)[number], number>;

const targets: Partial<Record<keyof Row, Figure["target"]>> = {
  performance: { atLeast: 97 },
  accessibility: { atLeast: 100 },
  "best-practices": { atLeast: 100 },
  seo: { atLeast: 100 },
  "LCP ms": { atMost: 1700 },
  "TBT ms": { atMost: 50 },
  CLS: { atMost: 0 },
};

/** One visit. Rejects with what the tool said when it could not measure. */
async function visit(cli: string, chromium: string, url: string, file: string): Promise<Report> {
  const flags = `--headless=new --disable-gpu${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  rmSync(file, { force: true });
  await output(
    process.execPath,
    [cli, url, "--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${flags}`],
    { CHROME_PATH: chromium },
  );
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  if (report.runtimeError) throw new Error(`${report.runtimeError.code}: ${report.runtimeError.message}`);
  if (typeof report.categories["performance"]?.score !== "number") throw new Error("It gave no score for speed");
  return report;
}

function rowOf({ categories, audits }: Report): Row {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details?.items ?? [];
  const kilobytes = (type?: string) =>
    requests.reduce(
      (sum, { transferSize = 0, resourceType }) =>
        sum + (type === undefined || type === resourceType ? transferSize : 0),
      0,
    ) / 1000;
  return {
    performance: score("performance"),
    "LCP ms": value("largest-contentful-paint"),
    "TBT ms": value("total-blocking-time"),
    CLS: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    kB: kilobytes(),
    requests: requests.length,
    "js kB": kilobytes("Script"),
    "font kB": kilobytes("Font"),
  };
}

/** What costs points beside speed. */
function lost({ categories, audits }: Report): string[] {
  const refs = ["accessibility", "best-practices", "seo"].flatMap((name) => categories[name]?.auditRefs ?? []);
  return refs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);
}

const worst = (rows: Map<string, Row>, name: keyof Row): Figure => {
  const target = targets[name];
  const sign = target && "atLeast" in target ? 1 : -1;
  const [page = "", row] = [...rows].toSorted(([, a], [, b]) => sign * (a[name] - b[name]))[0] ?? [];
  return {
    name: `${name}, worst page`,
    value: row?.[name] ?? Number.NaN,
    unit: "",
    note: page,
    ...(target && { target }),
  };
};
const misses = (row: Row) =>
  (Object.keys(targets) as (keyof Row)[]).filter((name) => {
    const target = targets[name];
    return target && ("atLeast" in target ? row[name] < target.atLeast : row[name] > target.atMost);
  });

export async function lighthouse(bench: Bench): Promise<PartFigures> {
  const cli = join(toolFolder("lighthouse"), "cli/index.js");
  const chromium = findChromium();
  return withSite(bench, "bench_lighthouse", async (site, paths) => {
    const rows = new Map<string, Row>();
    const remarks: string[] = [];
    const hidden: string[] = [];
    let unmeasured = 0;
    for (const path of paths) {
      const { made: reports, failure } = await repeated(bench.runs, () =>
        visit(cli, chromium, site.url + path, join(bench.stage.scratch, "lighthouse.json")),
      );
      const [first] = reports;
      if (failure !== null || !first) {
        unmeasured++;
        remarks.push(`${path} could not be measured: ${failure}`);
        console.log(`  ${path}  could not be measured`);
        continue;
      }
      const led = new URL(first.finalDisplayedUrl).pathname;
      if (led !== path) {
        remarks.push(`${path} leads a visitor to ${led}: not measured`);
        continue;
      }
      const every = reports.map(rowOf);
      const row = {
        ...rowOf(first),
        ...Object.fromEntries(timed.map((name) => [name, median(every.map((one) => one[name]))])),
      };
      const faults = lost(first);
      // A page of a person must not be found; that is what costs it these points, and it should.
      if (
        faults.some((fault) => fault.startsWith("is-crawlable")) &&
        faults.every(
          (fault) =>
            !/^(document-title|meta-description|hreflang|canonical|link-text|http-status-code|robots-txt)/.test(fault),
        )
      ) {
        hidden.push(path);
        row.seo = 100;
      }
      rows.set(path, row);
      const missed = misses(row);
      const why = faults.filter((fault) => !fault.startsWith("is-crawlable") || !hidden.includes(path));
      if (missed.length > 0)
        remarks.push(
          `${path} misses ${missed.map((name) => `${name} ${Math.round(row[name] * 1000) / 1000}`).join(", ")}${why.length > 0 ? ` (${why.join("; ")})` : ""}`,
        );
      console.log(
        `  ${path}  ${row.performance}/${row.accessibility}/${row["best-practices"]}/${row.seo}  LCP ${Math.round(row["LCP ms"])} ms`,
      );
    }
    if (hidden.length > 0)
      remarks.push(`not to be found by search engines, which SEO does not hold against them: ${hidden.join(", ")}`);
    const names = [...timed, ...steady];
    return {
      figures: [
        ...names.map((name) => worst(rows, name)),
        { name: "pages that could not be measured", value: unmeasured, unit: "", target: { atMost: 0 } },
      ],
      details: {
        columns: ["page", ...names],
        rows: [...rows].map(([path, row]) => [path, ...names.map((name) => row[name])]),
      },
      remarks,
    };
  });
}
