/** The site while its database is unavailable, at the start or later, and while the site stops (O-24, O-28). */
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/open-database.ts";
import { freePort } from "#test/ports.ts";
import { spawnStart } from "#test/site.ts";
import { tcpProxy, type TcpProxy } from "#test/tcp-proxy.ts";

const json = { "content-type": "application/json" };

describe("a site whose database is unavailable", () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let site: ReturnType<typeof spawnStart>;
  let url: string;
  const dataDir = mkdtempSync(join(tmpdir(), "nama-away-"));
  const fetchStatus = (path: string) =>
    fetch(url + path).then(
      ({ status }) => status,
      () => "refused",
    );

  beforeAll(async () => {
    database = await openTestDatabase();
    const direct = new URL(database.url ?? "");
    proxy = tcpProxy(await freePort(), Number(direct.port));
    direct.port = String(proxy.port);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    site = spawnStart({
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: direct.href,
      DRAIN_SECONDS: "2",
      PAYMENTS_SANDBOX_PORT: String(await freePort()),
    });
  });
  afterAll(async () => {
    site.child.kill("SIGKILL");
    await proxy.cut();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("O-24 without a database at the start is healthy but not ready, and becomes ready once there is one", async () => {
    await expect.poll(() => fetchStatus("/readyz"), { timeout: 60_000 }).toBe(503);
    expect(await fetchStatus("/healthz")).toBe(200);
    expect(await fetchStatus("/courses")).toBe(503);
    await proxy.open();
    // The database goes away again while the site prepares itself.
    const readQueueTable = async () => (await database.executeSql("select to_regclass('pgboss.queue') as name")).rows;
    await expect.poll(readQueueTable, { timeout: 60_000, interval: 20 }).not.toEqual([{ name: null }]);
    await proxy.cut();
    expect(await fetchStatus("/healthz")).toBe(200);
    await expect.poll(() => site.output.length).toBeGreaterThan(0);
    await proxy.open();
    await expect.poll(() => fetchStatus("/readyz"), { timeout: 60_000 }).toBe(200);
  });

  it("O-24 O-34 during an outage sends cached pages; other pages answer 503 in their language", async () => {
    expect([await fetchStatus("/courses"), await fetchStatus("/ar/courses")]).toEqual([200, 200]);
    await proxy.cut();
    expect([await fetchStatus("/courses"), await fetchStatus("/ar/courses")]).toEqual([200, 200]);
    for (const [path, sentence] of [
      ["/faq", "not available for a moment"],
      ["/ar/faq", "هذه الصفحة غير متاحة للحظات"],
    ] as const) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get("retry-after")], path).toEqual([503, "2"]);
      expect(await answer.text()).toContain(sentence);
    }
    expect(await fetchStatus("/faq.data")).toBe(503);
    expect(await fetchStatus("/api/course-details?slug=good-clinical-practice")).not.toBe(500);
    await expect.poll(() => fetchStatus("/readyz")).toBe(503);
    await proxy.open();
    await expect.poll(() => fetchStatus("/faq"), { timeout: 2_000, interval: 50 }).toBe(200);
  });

  it("O3-07 O3-09: in an outage API and pages give the same reason; the site logs little and no error", async () => {
    await proxy.cut();
    await expect.poll(() => fetchStatus("/readyz")).toBe(503);
    const before = site.output.length;
    const began = performance.now();
    for (let at = 0; at < 200; at++) {
      const api = await fetch(`${url}/api/static-pages`, {
        method: "POST",
        body: '{"slug":"privacy-policy"}',
        headers: json,
      });
      expect([api.status, await api.json()]).toEqual([503, { message: expect.stringContaining("reach its data") }]);
      const page = await fetch(`${url}/courses?q=outage${at}`);
      expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("reach its data")]);
    }
    const minutes = Math.max(1 / 6, (performance.now() - began) / 60_000);
    const lines = site.output.slice(before);
    expect(lines.join("\n").length / minutes).toBeLessThan(100_000);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await proxy.open();
    await expect.poll(() => fetchStatus("/readyz"), { timeout: 10_000 }).toBe(200);
  });

  it("O-28 on SIGTERM stops being ready at once, answers open connections, closes them, and exits with 0", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (path: string) => {
      const [response] = (await once(get(url + path, { agent }), "response")) as [IncomingMessage];
      response.resume();
      await once(response, "end");
      return response;
    };
    expect((await ask("/courses")).headers.connection).toBe("keep-alive");
    const ended = once(site.child, "exit");
    const began = performance.now();
    site.child.kill("SIGTERM");
    await expect.poll(() => fetchStatus("/readyz"), { interval: 20 }).toBe(503);
    const last = await ask("/courses");
    expect([last.statusCode, last.headers.connection]).toEqual([200, "close"]);
    expect((await ended)[0]).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    // The negative control of the delay: after the exit no connection is accepted.
    expect(await fetchStatus("/courses")).toBe("refused");
  });
});
