/** Alerts, dashboard and log rotation in deploy/ match what the site really exports. */
import { randomUUID } from "node:crypto";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { refunds } from "#features/payments/tables.server.ts";
import { settleSeconds } from "#features/settlement/settle-seconds.server.ts";
import { migrateJobs } from "#platform/jobs-queues.server.ts";
import { processMetrics } from "#platform/http/metrics.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { siteFigures } from "#site/watching/figures.server.ts";
import { testContext } from "#test/context.ts";
import { openTestDatabase, silentLog } from "#test/database.ts";
import { caseRow, paidOrders, refundRow } from "#test/paid-order.ts";
import { debianProgram } from "./debian.ts";

const alerts = ["alerts", "objectives"].map((name) => readFileSync(`deploy/prometheus/${name}.yml`, "utf8")).join("");
const board = readFileSync("deploy/grafana/nama.json", "utf8");
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

async function openMetrics() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await migrateJobs(database, silentLog);
  const ctx = testContext(database);
  return {
    ctx,
    registry: processMetrics({ database, pages: { size: 0 }, figures: siteFigures(ctx), counted: [settleSeconds] }),
  };
}

/** Finds the names of metrics in a Prometheus expression: names with an underscore, but no functions and no labels. */
function findMetricNames(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, "{}")
    .replace(/"[^"]*"/g, "")
    .replace(/\b(?:by|ignoring|on|group_left|without)\s*(?:\([^)]*\))?/g, " ");
  return (bare.match(/\b[a-z]\w+\b(?!\s*\()/g) ?? []).filter((name) => name.includes("_") && !name.startsWith("__"));
}

const expressions = {
  alerts: [...alerts.matchAll(/expr: (.*)/g)].map(([, text = ""]) => text),
  board: (JSON.parse(board) as { panels: { targets?: { expr: string }[] }[] }).panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  ),
};

it.each(["alerts", "board"] as const)("the site exports every metric that the %s query", async (kind) => {
  const { registry } = await openMetrics();
  const recordedNames = [...alerts.matchAll(/- record: (\w+)/g)].map(([, name = ""]) => name);
  const exposedNames = new Set([...recordedNames, ...(await registry.getMetricsAsJSON()).map(({ name }) => name)]);
  const queriedNames = new Set(
    expressions[kind].flatMap(findMetricNames).map((name) => name.replace(/_(bucket|count)$/, "")),
  );
  expect(queriedNames.size).toBeGreaterThan(8);
  expect([...queriedNames].filter((name) => !exposedNames.has(name))).toEqual([]);
});

it("metrics of the features match the database", async () => {
  const { ctx, registry } = await openMetrics();
  const [order = 0] = await paidOrders(ctx, 3);
  await refundRow(ctx, order, 100);
  await ctx.db.update(refunds).set({ status: "requested", doneAt: null });
  await caseRow(ctx, order);
  const text = await registry.metrics();
  for (const line of [
    "database_up 1",
    "seats_held 0",
    'orders_last_hour{state="paid"} 3',
    'payments_last_hour{state="paid"} 3',
    'refunds_waiting{state="requested"} 1',
    "payment_cases_open 1",
    "payments_overdue_seconds 0",
    "jobs_waiting 0",
    "jobs_failed 0",
  ])
    expect(text).toContain(`\n${line}\n`);
});

it("counts emails of five to ten minutes ago, as late unless sent within five; leaves out newsletters", async () => {
  const { ctx, registry } = await openMetrics();
  const now = ctx.now().getTime();
  const ago = (minutes: number) => new Date(now - minutes * 60_000);
  const mail = (values: Partial<typeof outboxMails.$inferInsert>) => ({
    key: randomUUID(),
    to: "a@example.com",
    locale: "en" as const,
    template: "order-confirmed",
    props: {},
    createdAt: ago(7),
    ...values,
  });
  await ctx.db
    .insert(outboxMails)
    .values([
      mail({ createdAt: ago(1) }),
      mail({}),
      mail({ status: "failed" }),
      mail({ status: "sent", sentAt: ago(1) }),
      mail({ status: "sent", sentAt: ago(3) }),
      mail({ status: "captured" }),
      mail({ unsubscribeUrl: "https://example.com/u" }),
      mail({ createdAt: ago(11) }),
    ]);
  const text = await registry.metrics();
  expect(text).toContain('\nmails_due{outcome="in_time"} 2\n');
  expect(text).toContain('\nmails_due{outcome="late"} 3\n');
});

it("without a database omits its metrics and keeps the others", async () => {
  const { ctx, registry } = await openMetrics();
  await registry.metrics();
  await ctx.database.close();
  const text = await registry.metrics();
  expect(text).toContain("\ndatabase_up 0\n");
  expect(text).toContain("\npages_cached 0\n");
  expect(text).not.toMatch(/^(outbox|jobs|seats|payments)_\w+(\{.*\})? /m);
});

it("O-24 OP-12 exports the offset of this machine's clock from the database's", async () => {
  const { registry } = await openMetrics();
  onTestFinished(() => void vi.useRealTimers());
  const offset = async (ms: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    const text = await registry.metrics();
    vi.useRealTimers();
    return Number(/^clock_offset_seconds (.*)$/m.exec(text)?.[1]);
  };
  for (const seconds of [1_200, -1_200]) expect(Math.abs((await offset(seconds * 1000)) - seconds)).toBeLessThan(30);
  // The negative control: both clocks are this machine's.
  expect(Math.abs(await offset(0))).toBeLessThan(1);
});

it("each panel has its own position, and alert names are unique", () => {
  const { panels } = JSON.parse(board) as { panels: { id: number; gridPos: { x: number; y: number; w: number } }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size).toBe(panels.length);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  expect(new Set(alertNames).size).toBe(alertNames.length);
});

describe.runIf(process.env["TEST_ALL"])("Debian programs", () => {
  it("promtool fires every alert for a fault, and none otherwise", () => {
    const promtool = debianProgram("/usr/bin/promtool", "prometheus");
    const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", "test/deploy/alerts-fire.yml"], {
      encoding: "utf8",
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
    const fired = readFileSync("test/deploy/alerts-fire.yml", "utf8");
    expect(alertNames.filter((name) => !fired.includes(`alertname="${name}"`))).toEqual([]);
  });

  it("logrotate rotates the log file, and leaves an empty one in place", () => {
    const logrotate = debianProgram("/usr/sbin/logrotate", "logrotate");
    const folder = mkdtempSync(join(tmpdir(), "nama-logs-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const logs = join(folder, "logs");
    mkdirSync(logs, { mode: 0o755 });
    writeFileSync(join(logs, "3001.log"), '{"msg":"before"}\n');
    const config = readFileSync("deploy/logrotate/nama", "utf8")
      .replace("/var/log/nama/*.log", `${logs}/*.log`)
      // Not every machine has the site's account.
      .replace(/^ +(su|create) .*\n/gm, "");
    writeFileSync(join(folder, "nama.conf"), config, { mode: 0o644 });
    const rotated = spawnSync(logrotate, ["-f", "-s", join(folder, "state"), join(folder, "nama.conf")], {
      encoding: "utf8",
    });
    expect([rotated.status, rotated.stderr]).toEqual([0, ""]);
    expect(readdirSync(logs)).toHaveLength(2);
    expect(statSync(join(logs, "3001.log")).size).toBe(0);
  });
});
