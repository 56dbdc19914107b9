/**
 * Measures the site with a million orders. Compares every public page and the API with the same on the demo database,
 * and measures the lists of the staff portal and three rounds of each job.
 */
import { Agent } from "node:http";
import { testContext, testEnv } from "#test/context.ts";
import { paymentsAt } from "#test/buyer.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { publicRoutes } from "#test/public-routes.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { jobs } from "../../src/jobs.ts";
import { fillMillion, million } from "../lib/million.ts";
import { sendRequest } from "../lib/http.ts";
import { percentiles, type Shot } from "../lib/load.ts";
import { makeBuyers } from "../lib/buyers.ts";
import { formatNumber, type Figure, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase, type Site } from "../lib/stage.ts";

/** Milliseconds of each request on both databases, by the name of the request. */
type Times = Record<string, { small: number[]; large: number[] }>;

/** Returns the bodies of public API calls by path; a text after a comma only tells two calls of a path apart. */
const buildCalls = (user: string, runId: number): Record<string, object> => ({
  "/api/courses": { page: 1 },
  "/api/courses, searched": { page: 1, search_input: "safety" },
  "/api/courses, of dates": { page: 1, dateRange: { startDate: "2027-01-01", endDate: "2027-03-01" } },
  "/api/courses-by-category": { cat: "healthcare-quality", limit: 4 },
  "/api/course-details": { slug: "patient-safety-essentials" },
  "/api/get-course-qty": { course_id: runId },
  "/api/check-course-booking": { course_id: runId, user_id: user },
  "/api/cart-items": { items: [{ id: runId, qty: 1 }] },
  "/api/search": { search_val: "care" },
  "/api/search, mistyped": { search_val: "saftey" },
  "/api/news-insights": { page: 1 },
  "/api/orders": { id: user },
  "/api/faq": {},
  "/api/me": {},
});

/**
 * Returns the address of a page's data, as a client navigation requests it. `x` is not part of the cache key, so the
 * site answers repeated requests from the page cache.
 */
const toDataPath = (path: string, n: number) => `${path === "/" ? "/_root" : path}.data?x=${n}`;

/** Sends one request and resolves with its milliseconds. Throws on a 5xx answer. */
async function timeRequest(site: Site, agent: Agent, shot: Shot): Promise<number> {
  const startedAt = performance.now();
  const { status } = await sendRequest(agent, site.url + shot.path, shot);
  if (status >= 500) throw new Error(`${shot.path} answered ${status}`);
  return performance.now() - startedAt;
}

interface Caller {
  user: string;
  token: string;
  runId: number;
}

async function createCaller(url: string, site: Site): Promise<Caller> {
  const database = await openBenchDatabase(url);
  try {
    const [buyer] = await makeBuyers(database, site.url, 1);
    const { rows } = await database.executeSql("select min(id) as id from course_run");
    return { user: buyer?.user.id ?? "", token: buyer?.token ?? "", runId: Number(rows[0]?.["id"]) };
  } finally {
    await database.close();
  }
}

function buildShots({ user, token, runId }: Caller, round: number): Record<string, Shot> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const posts = Object.entries(buildCalls(user, runId)).map(([name, body]): [string, Shot] => [
    name,
    { path: name.split(",")[0] ?? name, method: "POST", headers, body: JSON.stringify(body) },
  ]);
  const pages = publicRoutes.flatMap((path): [string, Shot][] =>
    [path, `/ar${path}`.replace(/\/$/, "")].map((path) => [path, { path: toDataPath(path, round) }]),
  );
  return Object.fromEntries([...pages, ...posts, ["/sitemap.xml", { path: "/sitemap.xml" }]]);
}

/** Sends each request to both sites in turn, so that other load affects both. Negative rounds are not measured. */
async function compare(small: Site, large: Site, callers: [Caller, Caller], rounds: number): Promise<Times> {
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const times: Times = {};
  for (let round = -2; round < rounds * 3; round += 1) {
    const [smallShots, largeShots] = [buildShots(callers[0], round), buildShots(callers[1], round)];
    for (const [name, shot] of Object.entries(smallShots)) {
      const largeShot = largeShots[name] ?? shot;
      const sides = [
        async () => timeRequest(small, agents[0], shot),
        async () => timeRequest(large, agents[1], largeShot),
      ] as const;
      const isOdd = round % 2 !== 0;
      const first = await sides[isOdd ? 1 : 0]();
      const second = await sides[isOdd ? 0 : 1]();
      if (round < 0) continue;
      const samples = (times[name] ??= { small: [], large: [] });
      samples.small.push(isOdd ? second : first);
      samples.large.push(isOdd ? first : second);
    }
  }
  for (const agent of agents) agent.destroy();
  return times;
}

/** Queries of the staff API's lists; a text after a comma only tells two calls of a list apart. */
const staffLists: Record<string, Record<string, string>> = {
  "GET orders": {},
  "GET orders, the last page": { per_page: "100", page: "100" },
  "GET orders, by e-mail": { q: "person-4711@" },
  "GET orders, by a common name": { q: "sara" },
  "GET orders, refunded": { status: "refunded" },
  "GET order-counts": {},
  "GET people": { sort: "name" },
  "GET people, by a common name": { q: "Sara" },
  "GET mails": {},
  "GET mails, of a person": { q: "person-4711@" },
  "GET mails-today": {},
  "GET audit": {},
  "GET months": {},
  "GET documents": {},
  "GET runs": {},
  "GET courses": {},
  "GET content": {},
  "GET dashboard": {},
  "GET find, a name": { q: "Sara" },
  "GET find, a number": { q: "501234" },
  "GET arabic-gaps": {},
};

/** Milliseconds of each list and of each round of a job. */
interface StaffTimes {
  lists: Record<string, number[]>;
  rounds: Record<string, number[]>;
}

/** Measures the staff portal's lists and the jobs in this process, without a network connection. */
async function measureStaff(url: string, rounds: number): Promise<StaffTimes> {
  const database = await openBenchDatabase(url);
  const sandbox = await startSandbox();
  const timings: StaffTimes = { lists: {}, rounds: {} };
  try {
    const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
    const browser = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    for (let round = -1; round < rounds; round += 1)
      for (const [name, query] of Object.entries(staffLists)) {
        const startedAt = performance.now();
        const { status } = await browser.call(name.split(",")[0] ?? name, query);
        if (status !== 200) throw new Error(`${name} answered ${status}`);
        if (round >= 0) (timings.lists[name] ??= []).push(performance.now() - startedAt);
      }
    for (let round = 0; round < 3; round += 1)
      for (const [name, job] of Object.entries(jobs)) {
        if (!job.everySeconds) continue;
        const startedAt = performance.now();
        await job.work({ ...ctx, actor: { kind: "job", name } }, {}, { isLast: false });
        (timings.rounds[name] ??= []).push(performance.now() - startedAt);
      }
    return timings;
  } finally {
    await sandbox.close();
    await database.close();
  }
}

const median = (list: number[]) => percentiles(list).p50Ms;

/** Returns the highest ratio of the large to the small database among the requests that `isMeasured` accepts. */
function toWorstRatio(times: Times, isMeasured: (name: string) => boolean, name: string): Figure {
  const [slowest] = Object.entries(times)
    .filter(([name]) => isMeasured(name))
    .map(([name, { small, large }]) => ({ name, ratio: median(large) / median(small), small, large }))
    .toSorted((one, other) => other.ratio - one.ratio);
  const note =
    slowest &&
    `${slowest.name}: ${formatNumber(median(slowest.small))} ms against ${formatNumber(median(slowest.large))} ms`;
  return { name, value: slowest?.ratio ?? NaN, unit: "x", target: { atMost: 1.2 }, ...(note && { note }) };
}

/** Returns the highest 95th percentile among `timesByName`. */
function toSlowestTime(timesByName: Record<string, number[]>, name: string, atMost: number): Figure {
  const [slowest] = Object.entries(timesByName)
    .map(([name, list]) => ({ name, ms: percentiles(list).p95Ms }))
    .toSorted((one, other) => other.ms - one.ms);
  return { name, value: slowest?.ms ?? NaN, unit: "ms", target: { atMost }, note: `the slowest: ${slowest?.name}` };
}

export async function scale({ stage, rounds }: Bench): Promise<PartFigures> {
  const [smallUrl, largeUrl] = [await stage.database("scale_small"), await stage.database("scale_large")];
  const filled = await fillMillion(largeUrl);
  const small = await stage.site({ databaseUrl: smallUrl });
  const large = await stage.site({ databaseUrl: largeUrl });
  let times: Times;
  try {
    const callers: [Caller, Caller] = [await createCaller(smallUrl, small), await createCaller(largeUrl, large)];
    times = await compare(small, large, callers, rounds);
  } finally {
    await small.end();
    await large.end();
  }
  const staffTimes = await measureStaff(largeUrl, rounds);
  const isApi = (name: string) => name.startsWith("/api/");
  const rows = Object.entries(times).map(([name, { small, large }]) => [
    name,
    median(small),
    percentiles(small).p95Ms,
    median(large),
    percentiles(large).p95Ms,
    median(large) / median(small),
  ]);
  const toLargeRows = (record: Record<string, number[]>, prefix: string) =>
    Object.entries(record).map(([name, list]) => [prefix + name, "", "", median(list), percentiles(list).p95Ms, ""]);
  return {
    figures: [
      toWorstRatio(times, (name) => !isApi(name), "a page among a million orders / among a few, the worst"),
      toWorstRatio(times, isApi, "a call of the API, likewise"),
      toSlowestTime(staffTimes.lists, "a list of the staff, 95th percentile", 300),
      toSlowestTime(staffTimes.rounds, "a round of a job with nothing to do", 1_000),
      {
        name: "size of the database",
        value: filled.bytes / 1e6,
        unit: "MB",
        note: `filled in ${formatNumber(filled.seconds)} s`,
      },
    ],
    details: {
      columns: ["", "small ms", "95 %", "large ms", "95 %", "ratio"],
      rows: [...rows, ...toLargeRows(staffTimes.lists, "staff: "), ...toLargeRows(staffTimes.rounds, "job: ")],
    },
    remarks: [
      `${formatNumber(million.orders)} orders, ${formatNumber(million.people)} people, ${formatNumber(million.courses)} courses, ${formatNumber(million.runs)} runs, ${formatNumber(million.mails)} mails`,
    ],
  };
}
