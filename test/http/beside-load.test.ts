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

/** The longest time that O-37 allows for a cached page. */
const allowedMs = 50;
const seconds = process.env["TEST_ALL"] ? 10 : 3;
const everyMs = 10;
const cachedPaths = ["/", "/ar", "/courses", "/ar/faq"];

/** Starts a process that requests `path` as fast as it is answered, over `connections` connections. */
const startFlood = (url: string, path: string, connections: number) =>
  spawn(process.execPath, ["test/http/flood-process.ts", url, String(connections), "600", path], { stdio: "ignore" });

const kill = async (child: ChildProcess) => {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;

/**
 * Shows how busy the machine is, because a busy machine makes everything wait. Runs as a separate process and prints
 * again and again how long it takes to get `allowedMs` of processor time. On an idle machine that is `allowedMs`.
 */
const referenceProgram = `
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
  let referenceTimes: number[] = [];
  const agent = new Agent({ keepAlive: true });

  /** Resolves with the milliseconds until the whole answer has arrived. Rejects if it is not 200. */
  const time = (url: string) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      const outgoing = request(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
        response.resume();
        response.on("error", reject);
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(performance.now() - began)
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        );
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // The server was just closing this idle connection. Browsers send the request again too (Node: `reusedSocket`).
        if (outgoing.reusedSocket && error.code === "ECONNRESET") resolve(time(url));
        else reject(error);
      });
      outgoing.end();
    });

  /** Measures the 95th percentile of the answer times, and the maximum that it may be on this machine now. */
  async function measure(requestUntil: (until: number) => Promise<number[]>) {
    referenceTimes = [];
    const answerMs = p95(await requestUntil(performance.now() + seconds * 1000));
    await expect.poll(() => referenceTimes.length).toBeGreaterThan(0);
    const referenceMs = p95(referenceTimes);
    // Twice the reference on a busy machine: an answer in pieces waits for a processor before each piece.
    return { answerMs, maxMs: referenceMs < 1.3 * allowedMs ? allowedMs : 2 * referenceMs };
  }
  /** Requests a cached page every `everyMs`, whether or not the previous answer has arrived. */
  const measureCached = () =>
    measure(async (until) => {
      const answers: Promise<number>[] = [];
      for (let at = 0; performance.now() < until; at += 1) {
        answers.push(time(site.url + (cachedPaths[at % cachedPaths.length] ?? "/")));
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
    reference = spawn(process.execPath, ["-e", referenceProgram], { stdio: ["ignore", "pipe", "inherit"] });
    reference.stdout?.on("data", (chunk: Buffer) =>
      referenceTimes.push(...String(chunk).trim().split("\n").map(Number)),
    );
    for (const path of cachedPaths) await time(site.url + path);
  });
  afterAll(async () => {
    agent.destroy();
    await kill(reference);
    await site.stop();
  });

  it("16 connections with unknown query keys", async () => {
    const flooding = startFlood(site.url, "/?x={n}", 16);
    await pause(500);
    const { answerMs, maxMs } = await measureCached();
    await kill(flooding);
    expect(answerMs).toBeLessThanOrEqual(maxMs);
  });

  it("the negative control: rendered pages are slower than cached ones", async () => {
    const flooding = startFlood(site.url, "/courses?q=audit{n}", 16);
    await pause(500);
    const baseline = await measureCached();
    const { answerMs } = await measure(async (until) => {
      const times: number[] = [];
      for (let at = 0; performance.now() < until; at += 1) times.push(await time(`${site.url}/courses?q=control${at}`));
      return times;
    });
    await kill(flooding);
    expect(answerMs).toBeGreaterThan(baseline.answerMs);
  });

  it("64 concurrent logins", async () => {
    const { email, password } = await newPerson(site);
    const [loadEnd, statuses] = [new AbortController(), new Set<number>()];
    const lanes = Array.from({ length: 64 }, async () => {
      while (!loadEnd.signal.aborted) statuses.add((await post(site, "/api/login", { email, password })).status);
    });
    const { answerMs, maxMs } = await measureCached();
    loadEnd.abort();
    await Promise.all(lanes);
    expect([...statuses]).toEqual([200]);
    expect(answerMs).toBeLessThanOrEqual(maxMs);
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
    const { answerMs, maxMs } = await measureCached();
    expect(await Promise.all(uploads)).toEqual([201, 201, 201, 201]);
    expect(answerMs).toBeLessThanOrEqual(maxMs);
  });

  it("A-07: 20 concurrent sign-in sheets and VAT summaries, and ZIPs of tax documents", async () => {
    const cookie = await makeCookie(ctx, "owner");
    const headers = { cookie, origin: site.url, "content-type": "application/json" };
    const months = [1, 2, 3, 4].map((ago) => riyadhDate(new Date(Date.now() - ago * 31 * 86_400_000)).slice(0, 7));
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
    // A process loads the code that draws documents only once, so it is loaded before the measurement.
    for (const file of [files[0], files.at(-1)]) await fetch(`${site.url}/api/staff/${file}`, { headers });
    const [loadEnd, statuses] = [new AbortController(), new Set<number>()];
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let at = lane; !loadEnd.signal.aborted; at += 20) {
        const answer = await fetch(`${site.url}/api/staff/${files[at % files.length]}`, { headers });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      }
    });
    // One request after the other, like a visitor: this measures the wait, not how many requests this process can send.
    const { answerMs, maxMs } = await measure(async (until) => {
      const times: number[] = [];
      for (; performance.now() < until; await pause(everyMs)) times.push(await time(site.url));
      return times;
    });
    loadEnd.abort();
    await Promise.all(lanes);
    expect(await Promise.all(zips)).toEqual([201, 201, 201, 201]);
    // One person may have four documents waiting; further ones are refused with 503 (docs/decisions/046).
    expect([...statuses].toSorted()).toEqual([200, 503]);
    expect(answerMs).toBeLessThanOrEqual(maxMs);
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
    const readExportedLines = async () =>
      (await ctx.db.select().from(staffTasks).where(eq(staffTasks.kind, "export.newsletter-subscribers"))).map(
        ({ done }) => done,
      );
    await expect.poll(async () => Math.max(...(await readExportedLines())), { timeout: 60_000 }).toBeGreaterThan(0);
    const before = await readExportedLines();
    const { answerMs, maxMs } = await measureCached();
    expect(await readExportedLines()).not.toEqual(before);
    expect(answerMs).toBeLessThanOrEqual(maxMs);
  });
});
