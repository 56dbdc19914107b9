/** Files that would need too many resources, sent to every endpoint that accepts files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateRawSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { proofUpload } from "#features/learning/cpd/api.server.ts";
import { changeFile } from "#features/changes/api.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { longestTurn } from "#test/longest-turn.ts";
import { toFormData } from "#test/media.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { riyadh, taughtRun } from "#test/taught-run.ts";
import { api } from "../../src/api.ts";
import { getStaffApi } from "../../src/staff-api.ts";

setFlagsFromString("--expose-gc");
/** Frees the memory of the previous call, because the client and the site of this test share a process. */
const collectGarbage = runInNewContext("gc") as () => void;

const megabyte = 2 ** 20;
const csvHeader = "Name,Duration (minutes)\n";
const zipBomb = Buffer.concat([
  Buffer.from("PK\x03\x04".padEnd(30, "\0")),
  deflateRawSync(Buffer.alloc(64 * megabyte)),
]);
const files: Record<string, Buffer> = {
  "10 MB of commas": Buffer.from(csvHeader + ",".repeat(10 * megabyte - 1000)),
  "2,000 columns": Buffer.from(`${Array.from({ length: 2000 }, (_, n) => `Column ${n}`).join(",")}\n`.repeat(20)),
  "a million rows": Buffer.from(csvHeader + "Huda,90\n".repeat(1_000_000)),
  "a ZIP that holds 64 MB in 64 kB": zipBomb,
};

describeOnDatabase("hostile files", (open) => {
  let ctx: TestCtx;
  let staff: StaffBrowser;
  const dataDir = mkdtempSync(join(tmpdir(), "nama-hostile-"));
  const routes: Record<string, (file: Buffer) => Promise<{ status: number; body: Record<string, unknown> }>> = {};

  beforeAll(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir }) });
    ctx.clock.now = riyadh("12:00");
    const { sessions } = await taughtRun(ctx, ["Huda Salem"]);
    staff = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const user = await makeUser(ctx.db);
    await paidOrders(ctx, 1, { buyer: user });
    const buyer = ctx.as(user);
    const app = new Hono();
    app.use(async (request, next) => {
      request.set("requestId", "test");
      request.set("log", ctx.log);
      await next();
    });
    const uploads = { "/api/change-file": changeFile, "/api/upload-proof": proofUpload };
    mountApi(app, uploads, async () => buyer);
    routes["POST media"] = (file) => staff.call("POST media", toFormData(file, "list.csv"));
    routes["POST run-sessions/:id/participants/preview"] = (file) =>
      staff.call(`POST run-sessions/${sessions[0]}/participants/preview`, toFormData(file, "list.csv"));
    for (const path of Object.keys(uploads))
      routes[path] = async (file) => {
        const answer = await app.request(path, { method: "POST", body: toFormData(file, "list.csv") });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      };
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it("S-09 covers every endpoint that accepts files", () => {
    const tables = [getStaffApi(ctx.env), api] as Record<string, unknown>[];
    const uploadPaths = tables.flatMap((table) =>
      Object.entries(table).flatMap(([path, endpoint]) => ((endpoint as { upload?: unknown }).upload ? [path] : [])),
    );
    const testedPaths = Object.keys(routes).map((route) => route.replace("POST ", "POST /api/staff/"));
    expect(uploadPaths.toSorted()).toEqual(testedPaths.toSorted());
  });

  it("S-09 rejects each file with a reason, while the site stays responsive and its memory limited", async () => {
    // The first call of each route loads code, whose time and memory must not count.
    for (const send of Object.values(routes)) await send(Buffer.from("Name\n"));
    collectGarbage();
    const before = process.memoryUsage.rss();
    let highest = before;
    let answerCount = 0;
    for (const [name, file] of Object.entries(files))
      for (const [route, send] of Object.entries(routes)) {
        collectGarbage();
        const longestMs = await longestTurn(async () => {
          const upload = { isRefused: false };
          const refused = send(file).finally(() => (upload.isRefused = true));
          while (!upload.isRefused) {
            expect((await staff.call("GET tasks")).status).toBe(200);
            answerCount += 1;
            highest = Math.max(highest, process.memoryUsage.rss());
          }
          const { status, body } = await refused;
          expect([status, Object.keys(body)], `${name} at ${route}`).toEqual([422, ["file"]]);
        });
        expect(longestMs, `${name} at ${route}`).toBeLessThan(200);
      }
    expect(answerCount).toBeGreaterThanOrEqual(12);
    expect(highest - before).toBeLessThan(150 * megabyte);
  });
});
