/** Health checks without a Host header, and more connections than the process may open files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/open-database.ts";
import { freePort } from "#test/ports.ts";

/** How many files the process may open. The site itself needs 200. */
const maxFiles = 300;

describe("connections to the site", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "nama-connections-"));
  const output: string[] = [];
  let database: TestDatabase;
  let port: number;
  let child: ReturnType<typeof spawn>;
  const fetchReadiness = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status);

  beforeAll(async () => {
    database = await openTestDatabase();
    port = await freePort();
    // This also sets the hard limit: Node raises a soft one by itself.
    child = spawn("/bin/sh", ["-c", `ulimit -n ${maxFiles}; exec "$@"`, "sh", process.execPath, "scripts/start.ts"], {
      env: {
        PATH: process.env["PATH"],
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        DEMO: "0",
        PAYMENTS_SANDBOX_PORT: String(await freePort()),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => output.push(line));
    await vi.waitFor(async () => expect(await fetchReadiness()).toBe(200), { timeout: 90_000, interval: 200 });
  });
  afterAll(async () => {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("O-33 OP-9 the site answers an HTTP/1.0 check without a Host header", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /readyz HTTP/1.0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.[01] 200 /);
  });

  it("O-30 OP-14 above the limit of open files the site logs once, and recovers when connections close", async () => {
    const sockets: Socket[] = [];
    let refused = 0;
    for (let n = 0; n < maxFiles; n++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.on("close", () => (refused += 1));
      sockets.push(socket);
      await once(socket, "connect");
    }
    await expect.poll(() => output.join("\n")).toContain("too many connections; raise LimitNOFILE");
    // Many are refused, and one line says so.
    await expect.poll(() => refused).toBeGreaterThan(10);
    expect(output.filter((line) => line.includes("too many connections")).length).toBe(1);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => fetchReadiness().catch(() => 0)).toBe(200);
  });
});
