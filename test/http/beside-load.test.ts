/** Cached pages stay fast during all kinds of other requests (O-37). */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { openStates } from "#features/staff/tasks/task-states.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { paidByCard, paidOrders } from "#test/paid-order.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { makeCookie } from "#test/staff.ts";
import { newPerson, post } from "./client.ts";

/** What the row allows. */
const allowedMs = 50;
const seconds = process.env["TEST_ALL"] ? 10 : 3;
const everyMs = 10;
const cached = ["/", "/ar", "/courses", "/ar/faq"];

/** Asks as fast as it is answered, on connections and in a process of its own. */
const flood = (url: string, path: string, connections: number) =>
  spawn(process.execPath, ["test/http/flood-process.ts", url, String(connections), "600", path], { stdio: "ignore" });

const end = async (child: ChildProcess) => {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;

/**
 * A machine that does other things as well makes everyone wait. How long is what this process of its own says: the time
 * in which it gets `allowedMs` of a processor, again and again. On a machine at rest that is the same.
 */
const computing = `
  setInterval(() => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    for (let more = true; more; ) { const { user, system } = process.cpuUsage(used); more = user + system < ${allowedMs * 1000}; }
    console.log(performance.now() - began);
  }, ${allowedMs * 4});
`;

describe("O-37 cached pages during other requests", () => {
  let site: TestSite;
  let ctx: TestCtx;
  let reference: ChildProcess;
  let computed: number[] = [];
  const agent = new Agent({ keepAlive: true });

  /** Milliseconds until the whole answer was there. Throws when it is not 200. */
  const ask = (url: string) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      const asked = request(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
        response.resume();
        response.on("error", reject);
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(performance.now() - began)
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        );
      });
      asked.on("error", (error: NodeJS.ErrnoException) => {
        // The server was just closing this idle connection, as every browser meets: Node's `reusedSocket`.
        if (asked.reusedSocket && error.code === "ECONNRESET") resolve(ask(url));
        else reject(error);
      });
      asked.end();
    });

  /** The 95th percentile of answers, and what it may be on this machine now. */
  async function measure(askAll: (until: number) => Promise<number[]>) {
    computed = [];
    const ownMs = p95(await askAll(performance.now() + seconds * 1000));
    await expect.poll(() => computed.length).toBeGreaterThan(0);
    const nowMs = p95(computed);
    // Twice on a busy one: an answer in pieces waits for a processor before each.
    return { ownMs, maxMs: nowMs < 1.3 * allowedMs ? allowedMs : 2 * nowMs };
  }
  /** Asked for whether or not the last has come. */
  const measureCached = () =>
    measure(async (until) => {
      const answers: Promise<number>[] = [];
      for (let at = 0; performance.now() < until; at += 1) {
        answers.push(ask(site.url + (cached[at % cached.length] ?? "/")));
        await pause(everyMs);
      }
      return Promise.all(answers);
    });

  beforeAll(async () => {
    site = await startTestSite({ database: "postgres" });
    if (!site.database) throw new Error("no database");
    ctx = testContext(site.database, {
      env: testEnv({ AUTH_SECRET: "test-secret-of-more-than-32-characters", BASE_URL: site.url }),
    });
    reference = spawn(process.execPath, ["-e", computing], { stdio: ["ignore", "pipe", "inherit"] });
    reference.stdout?.on("data", (chunk: Buffer) => computed.push(...String(chunk).trim().split("\n").map(Number)));
    for (const path of cached) await ask(site.url + path);
  });
  afterAll(async () => {
    agent.destroy();
    await end(reference);
    await site.stop();
  });

  it("16 connections with unknown query keys", async () => {
    const flooding = flood(site.url, "/?x={n}", 16);
    await pause(500);
    const { ownMs, maxMs } = await measureCached();
    await end(flooding);
    expect(ownMs).toBeLessThanOrEqual(maxMs);
  });

  it("the negative control: rendered pages are slower than cached ones", async () => {
    const flooding = flood(site.url, "/courses?q=audit{n}", 16);
    await pause(500);
    const baseline = await measureCached();
    const { ownMs } = await measure(async (until) => {
      const times: number[] = [];
      for (let at = 0; performance.now() < until; at += 1) times.push(await ask(`${site.url}/courses?q=control${at}`));
      return times;
    });
    await end(flooding);
    expect(ownMs).toBeGreaterThan(baseline.ownMs);
  });

  it("64 concurrent logins", async () => {
    const { email, password } = await newPerson(site);
    const [ends, statuses] = [new AbortController(), new Set<number>()];
    const lanes = Array.from({ length: 64 }, async () => {
      while (!ends.signal.aborted) statuses.add((await post(site, "/api/login", { email, password })).status);
    });
    const { ownMs, maxMs } = await measureCached();
    ends.abort();
    await Promise.all(lanes);
    expect([...statuses]).toEqual([200]);
    expect(ownMs).toBeLessThanOrEqual(maxMs);
  });

  it("uploads of pictures", async () => {
    const cookie = await makeCookie(ctx, "content");
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const picture = (r: number) =>
      sharp({ create: { width: 2000, height: 1500, channels: 3, background: { r, g: 120, b: 90 }, noise } })
        .jpeg()
        .toBuffer();
    const pictures = await Promise.all([1, 2, 3, 4].map(picture));
    const uploads = pictures.map(async (bytes) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "photograph.jpg");
      const headers = { cookie, origin: site.url };
      return (await fetch(`${site.url}/api/staff/media`, { method: "POST", headers, body: form })).status;
    });
    const { ownMs, maxMs } = await measureCached();
    expect(await Promise.all(uploads)).toEqual([201, 201, 201, 201]);
    expect(ownMs).toBeLessThanOrEqual(maxMs);
  });

  it("A-07: 20 concurrent sign-in sheets and VAT summaries, and ZIPs of tax documents", async () => {
    const cookie = await makeCookie(ctx, "owner");
    const headers = { cookie, origin: site.url, "content-type": "application/json" };
    const months = [1, 2, 3, 4].map((back) => riyadhDate(new Date(Date.now() - back * 31 * 86_400_000)).slice(0, 7));
    const runs = (await ctx.db.select({ id: courseRuns.id }).from(courseRuns).limit(8)).map(({ id }) => id);
    const orderIds = await paidOrders(ctx, 60);
    for (const id of orderIds) await inTransaction(ctx, (ctx) => issueInvoice(ctx, id, paidByCard));
    const zips = orderIds.slice(0, 4).map(async (_, at) => {
      const body = JSON.stringify({ order_ids: orderIds.slice(at * 15, (at + 1) * 15) });
      return (await fetch(`${site.url}/api/staff/documents/pdfs`, { method: "POST", headers, body })).status;
    });
    const files = [
      ...runs.map((id) => `runs/${id}/sign-in-sheet`),
      ...months.flatMap((id) => ["month", "quarter"].map((of) => `months/${id}/vat-summary?of=${of}`)),
    ];
    // The code that draws is loaded once in the life of a process.
    for (const file of [files[0], files.at(-1)]) await fetch(`${site.url}/api/staff/${file}`, { headers });
    const [ends, statuses] = [new AbortController(), new Set<number>()];
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let at = lane; !ends.signal.aborted; at += 20) {
        const answer = await fetch(`${site.url}/api/staff/${files[at % files.length]}`, { headers });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      }
    });
    // One after the other, as a visitor asks: what is measured is the wait, not how much this process can ask for.
    const { ownMs, maxMs } = await measure(async (until) => {
      const times: number[] = [];
      for (; performance.now() < until; await pause(everyMs)) times.push(await ask(site.url));
      return times;
    });
    ends.abort();
    await Promise.all(lanes);
    expect(await Promise.all(zips)).toEqual([201, 201, 201, 201]);
    // Four documents of one person wait for their turn, others are refused for the moment (docs/decisions/046).
    expect([...statuses].toSorted()).toEqual([200, 503]);
    expect(ownMs).toBeLessThanOrEqual(maxMs);
    // Background tasks run one after the other: the exports of the next test would wait for these.
    const isOpen = inArray(staffTasks.state, openStates);
    await expect
      .poll(() => ctx.db.select({ id: staffTasks.id }).from(staffTasks).where(isOpen), { timeout: 240_000 })
      .toEqual([]);
  });

  it("exports of 100,000 lines", async () => {
    await ctx.database.executeSql(`insert into newsletter_subscription
      (id, email, consent_text, consent_version, source, locale, created_at, confirmed_at, token_hash)
      select gen_random_uuid(), 'reader-' || n || '@example.com', 'Yes, please.', '1', 'footer', 'en', now(), now(), md5(n::text)
      from generate_series(1, 50000) n`);
    const cookie = await makeCookie(ctx, "owner");
    const body = JSON.stringify({ kind: "newsletter-subscribers", format: "csv", filter: {} });
    const headers = { cookie, origin: site.url, "content-type": "application/json" };
    for (const _ of [1, 2]) {
      const answer = await fetch(`${site.url}/api/staff/exports`, { method: "POST", headers, body });
      expect(answer.status).toBe(201);
    }
    const lines = async () =>
      (await ctx.db.select().from(staffTasks).where(eq(staffTasks.kind, "export.newsletter-subscribers"))).map(
        ({ done }) => done,
      );
    await expect.poll(async () => Math.max(...(await lines())), { timeout: 60_000 }).toBeGreaterThan(0);
    const before = await lines();
    const { ownMs, maxMs } = await measureCached();
    expect(await lines()).not.toEqual(before);
    expect(ownMs).toBeLessThanOrEqual(maxMs);
  });
});
