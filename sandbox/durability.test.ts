import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "./server.ts";
import { SandboxSettingsError, testKeys, type LogEntry, type SandboxOptions } from "./settings.ts";
import { journalName } from "./store.ts";
import { approvedVisa, card, createClient, openMerchant, order } from "./test-client.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "sandbox-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));
const readJournal = (): string => readFileSync(join(dataDir, journalName), "utf8");

describe("at start", () => {
  it.each<SandboxOptions>([
    { publishableKey: "pk_live_x" },
    { secretKey: "sk_live_x" },
    { publishableKey: "sk_test_x" },
    { secretKey: "sk_test_" },
    { webhookUrls: ["nonsense"] },
    { webhookClock: 0 },
    { webhookClock: Number.NaN },
    { port: -1 },
    { publicUrl: "x" },
  ])("rejects %o", async (options) => {
    await expect(startSandbox(options)).rejects.toThrow(SandboxSettingsError);
  });

  it("fails with EADDRINUSE on a taken port, and leaves the journal of the running sandbox unchanged", async () => {
    const first = await startSandbox({ dataDir });
    const { id } = await createClient(first).create();
    await expect(startSandbox({ dataDir, port: first.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await createClient(first).call("PUT", `/v1/payments/${id}`, { description: "still mine" });
    expect(readJournal()).toContain("still mine");
    await first.close();
  });

  it.each([
    [{ PAYMENTS_SECRET_KEY: "sk_live_x", PAYMENTS_WEBHOOK_CLOCK: "-1" }, ["live key", "clock"]],
    [{ NODE_ENV: "production" }, ["PAYMENTS_SANDBOX=1"]],
  ])("the command lists every problem and exits with code 78: %o", async (env, problems) => {
    const child = startCommand({ ...env });
    let output = "";
    child.stderr.on("data", (chunk) => (output += chunk));
    const [code] = await once(child, "close");
    expect(code).toBe(78);
    for (const problem of problems) expect(output).toContain(problem);
    expect(output).not.toContain("sk_live_x");
  });
});

describe("the journal", () => {
  it("keeps payments, 3-D Secure chains and refunds over a restart, despite an incomplete last line", async () => {
    const first = await startSandbox({ dataDir });
    const firstClient = createClient(first);
    const openPayment = await firstClient.create();
    const paidPayment = await firstClient.create({ source: card(approvedVisa, { "3ds": false }) });
    await firstClient.call("POST", `/v1/payments/${paidPayment.id}/refund`, { amount: 500 });
    await first.close();
    appendFileSync(join(dataDir, journalName), '{"payment":{"id":"torn');
    const second = await startSandbox({ dataDir });
    const secondClient = createClient(second);
    expect((await secondClient.call("GET", `/v1/payments/${paidPayment.id}`)).body.refunded).toBe(500);
    await secondClient.form(`${secondClient.chain(openPayment)}/set_auth_result`, { result: "AUTHENTICATED" });
    expect((await secondClient.call("GET", `/v1/payments/${openPayment.id}`)).body.status).toBe("paid");
    await second.close();
    expect(statSync(join(dataDir, journalName)).mode & 0o077).toBe(0);
  });

  it("a killed process loses no payment that it confirmed", async () => {
    const child = startCommand({ DATA_DIR: dataDir });
    const { url } = await readStartLine(child);
    const ids = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const body = order({ publishable_api_key: testKeys.publishable });
        const response = await fetch(`${url}/v1/payments`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return response.status === 201 ? body.given_id : "";
      }),
    );
    child.kill("SIGKILL");
    await once(child, "close");
    const restarted = await startSandbox({ dataDir });
    expect(
      restarted.control
        .payments()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    await restarted.close();
  });

  it("the command exits with code 0 after SIGTERM", async () => {
    const child = startCommand({});
    await readStartLine(child);
    child.kill("SIGTERM");
    expect((await once(child, "close"))[0]).toBe(0);
  });
});

it("row 23: stores no card number or CVC in memory, journal, log, webhook or page", async () => {
  const [unlisted, cvc] = ["4012888888881881", "739"];
  const log: LogEntry[] = [];
  const merchant = await openMerchant();
  const sandbox = await startSandbox({
    dataDir,
    webhookUrls: [merchant.url],
    webhookClock: 1_000_000,
    settings: { unlistedCard: "succeeds" },
    log: (entry) => void log.push(entry),
  });
  const client = createClient(sandbox);
  const payment = await client.create({ source: card(unlisted, { cvc }) });
  const page = await client.call<string>("GET", `${client.chain(payment)}/prepare`);
  await client.form(`${client.chain(payment)}/set_auth_result`, { result: "AUTHENTICATED" });
  await client.call("POST", "/v1/payments", order({ amount: 1, source: card(unlisted, { cvc }) }));
  await sandbox.control.webhooksSettled();
  const { control } = sandbox;
  const allText =
    JSON.stringify([control.payments(), control.events(), control.attempts(), log, merchant.received, page.body]) +
    readJournal();
  expect(allText).toContain("4012-88XX-XXXX-1881");
  expect(allText.replace(/[ -]/g, "")).not.toContain(unlisted);
  expect(allText).not.toMatch(new RegExp(`"cvc"|"${cvc}"`));
  expect(JSON.stringify(log)).not.toMatch(/Basic|[ps]k_test/);
  await Promise.all([sandbox.close(), merchant.close()]);
});

function startCommand(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { PAYMENTS_SANDBOX_PORT: "0", PAYMENTS_WEBHOOK_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function readStartLine(child: ReturnType<typeof startCommand>): Promise<{ url: string }> {
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return JSON.parse(String(line)) as { url: string };
}
