import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startSandbox } from "../sandbox/server.ts";
import { parseEnv, sandboxKeys } from "../src/platform/env.server.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { greeting, readSettings } from "./settings.ts";

const cleanEnv = { PATH: process.env["PATH"] };

function makeTempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "nama-start-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it("npm start exits with code 78 and reports all settings problems in one message", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/start.ts"], {
    env: { ...cleanEnv, PORT: "many", SMTP_URL: "nowhere", DEMO: "yes" },
    encoding: "utf8",
  });
  expect(status).toBe(78);
  for (const name of ["PORT", "SMTP_URL", "DEMO"]) expect(stderr).toContain(name);
  expect(stderr).not.toContain("    at ");
});

it("port 0 selects two free ports, for the site and the fake provider", async () => {
  const env = await readSettings({ PORT: "0" });
  expect(env.PORT).toBeGreaterThan(0);
  expect(env.PAYMENTS_SANDBOX_PORT).toBeGreaterThan(0);
  expect(env.PAYMENTS_SANDBOX_PORT).not.toBe(env.PORT);
  expect(env.BASE_URL).toContain(`:${env.PORT}`);
});

it("prints where everything is, and demo logins only in a demo", () => {
  const demo = parseEnv({ PORT: "4100" });
  expect(greeting(demo, "http://127.0.0.1:4100")).toMatch(
    /4100\/ar[\s\S]*learner@example\.com[\s\S]*__dev\/outbox[\s\S]*:4101/,
  );
  // D-03: the first start prints at most 25 lines, including those of npm and the build.
  expect(greeting(demo, "http://127.0.0.1:4100").split("\n").length).toBeLessThanOrEqual(11);
  expect(greeting({ ...demo, DEMO: false }, "http://127.0.0.1:4100")).not.toContain("learner@");
});

it("starts no fake provider if one already listens or a real provider is configured", async () => {
  const { publishable, secret, webhook } = sandboxKeys;
  const running = await startSandbox({ publishableKey: publishable, secretKey: secret, webhookSecret: webhook });
  onTestFinished(() => running.close());
  expect(
    await startSandboxProcess(parseEnv({ DATA_DIR: makeTempFolder(), PAYMENTS_SANDBOX_PORT: String(running.port) })),
  ).toBeUndefined();
  const keys = {
    PAYMENTS_PUBLISHABLE_KEY: "pk_test_a",
    PAYMENTS_SECRET_KEY: "sk_test_a",
    PAYMENTS_WEBHOOK_SECRET: "x".repeat(16),
  };
  expect(await startSandboxProcess(parseEnv({ DATA_DIR: makeTempFolder(), ...keys }))).toBeUndefined();
});

describe("O3-04: another program on the fake provider's port", () => {
  const programs: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ["a file server", (_, response) => response.end("<h1>Directory listing</h1>")],
    ["another site of ours", (_, response) => response.end('{"status":"ok"}')],
    ["a provider with other keys", (_, response) => response.writeHead(401).end('{"payments":[]}')],
    ["a program without HTTP", ({ socket }) => socket.destroy()],
  ];
  it.each(programs)("%s is not mistaken for the fake provider", async (_, handleRequest) => {
    const server = createServer(handleRequest).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = parseEnv({ DATA_DIR: makeTempFolder(), PAYMENTS_SANDBOX_PORT: String(port) });
    await expect(startSandboxProcess(settings)).rejects.toThrow(`Port ${port} is taken`);
  });
});

const parentScript = `
  import { readSettings } from "./scripts/settings.ts";
  import { startSandboxProcess } from "./scripts/sandbox-process.ts";
  const env = await readSettings();
  const sandbox = await startSandboxProcess(env);
  console.log(JSON.stringify({ url: new URL(env.PAYMENTS_API_URL).origin }));
  process.on("SIGTERM", () => sandbox?.stop().then(() => process.exit(0)));
  setInterval(() => {}, 1000);`;

it.each(["SIGTERM", "SIGKILL"] as const)("the fake provider stops when %s ends the site", async (signal) => {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", parentScript], {
    env: { ...cleanEnv, PORT: "0", DATA_DIR: makeTempFolder() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = /"url":"([^"]+)"/.exec(line)?.[1] ?? "";
  expect((await fetch(url)).status).toBeLessThan(500);
  child.kill(signal);
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), 15_000);
});
