import { expect, it, vi } from "vitest";
import { DatabaseUnavailableError } from "./db/sql-errors.server.ts";
import { logFailure } from "./log.server.ts";

const captureLog = () => {
  const lines: { level: string; facts: Record<string, unknown>; text: string }[] = [];
  const at = (level: string) => (facts: object, text: string) => void lines.push({ level, facts: { ...facts }, text });
  return { lines, log: { warn: at("warn"), error: at("error") } as Parameters<typeof logFailure>[0] };
};

it("O3-07: an outage of a minute with 20 requests a second is some short warnings, and says how many went unsaid", () => {
  vi.useFakeTimers();
  const { lines, log } = captureLog();
  const error = new Error("Failed query: select 1\nparams: secret", { cause: new DatabaseUnavailableError("away") });
  for (let at = 0; at < 1200; at++) {
    for (const text of ["page failed", "page meta failed", "banners failed"]) logFailure(log, "error", error, { text });
    vi.advanceTimersByTime(50);
  }
  vi.useRealTimers();
  const written = lines.map((line) => JSON.stringify(line)).join("\n");
  expect(written.length).toBeLessThan(10_000);
  expect(written).not.toMatch(/secret|stack|    at /);
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(["warn"]));
  expect(lines.filter(({ text }) => text === "page failed").map(({ facts }) => facts["unsaid"])).toEqual([
    0, 199, 199, 199, 199, 199,
  ]);
});

it("O3-07: a fault of ours is written each time, at its level, with its stack", () => {
  const { lines, log } = captureLog();
  for (let n = 0; n < 3; n++) logFailure(log, "error", new Error("a fault"), { text: "page failed", path: "/" });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ level: "error", text: "page failed", facts: { path: "/", message: "a fault" } });
  expect(lines[0]?.facts["stack"]).toBeDefined();
});
