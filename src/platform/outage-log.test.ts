import { expect, it, vi } from "vitest";
import { DatabaseUnavailableError } from "./db/sql-errors.server.ts";
import { logFailure } from "./log.server.ts";

const captureLog = () => {
  const lines: { level: string; facts: Record<string, unknown>; text: string }[] = [];
  const logAt = (level: string) => (facts: object, text: string) =>
    void lines.push({ level, facts: { ...facts }, text });
  return { lines, log: { warn: logAt("warn"), error: logAt("error") } as Parameters<typeof logFailure>[0] };
};

it("O3-07: logs a one-minute outage at 20 requests a second as a few short warnings that count the ones left out", () => {
  vi.useFakeTimers();
  const { lines, log } = captureLog();
  const error = new Error("Failed query: select 1\nparams: secret", { cause: new DatabaseUnavailableError("away") });
  for (let i = 0; i < 1200; i++) {
    for (const text of ["page failed", "page meta failed", "banners failed"]) logFailure(log, "error", error, { text });
    vi.advanceTimersByTime(50);
  }
  vi.useRealTimers();
  const output = lines.map((line) => JSON.stringify(line)).join("\n");
  expect(output.length).toBeLessThan(10_000);
  expect(output).not.toMatch(/secret|stack|    at /);
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(["warn"]));
  expect(lines.filter(({ text }) => text === "page failed").map(({ facts }) => facts["unsaid"])).toEqual([
    0, 199, 199, 199, 199, 199,
  ]);
});

it("O3-07: logs each error of our own code at its level, with its stack", () => {
  const { lines, log } = captureLog();
  for (let i = 0; i < 3; i++) logFailure(log, "error", new Error("a fault"), { text: "page failed", path: "/" });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ level: "error", text: "page failed", facts: { path: "/", message: "a fault" } });
  expect(lines[0]?.facts["stack"]).toBeDefined();
});
