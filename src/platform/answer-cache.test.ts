import { describe, expect, it } from "vitest";
import { AnswerCache } from "./answer-cache.server.ts";

const now = new Date("2026-06-01T09:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const never = async () => null;

describe("the answer cache", () => {
  it("reads an answer once for concurrent and later questions", async () => {
    const cache = new AnswerCache();
    let reads = 0;
    const ask = (question: unknown[]) => cache.get(question, now, async () => (reads += 1), never);
    expect(await Promise.all([ask(["a", 1]), ask(["a", 1])])).toEqual([1, 1]);
    expect(await ask(["a", 1])).toBe(1);
    expect(await ask(["a", 2])).toBe(2);
  });

  it("discards a read that began before an invalidation", async () => {
    const cache = new AnswerCache();
    const { promise: old, resolve } = Promise.withResolvers<string>();
    const before = cache.get(["a"], now, () => old, never);
    cache.invalidate();
    const later = cache.get(["a"], now, async () => "new", never);
    resolve("old");
    expect([await before, await later]).toEqual(["old", "new"]);
    expect(await cache.get(["a"], now, async () => "newer", never)).toBe("new");
  });

  it("keeps an answer until its end, and at most for its lifetime", async () => {
    const cache = new AnswerCache({ lifeSeconds: 60 });
    let reads = 0;
    const askAt = (seconds: number, question: string, end: number | null) =>
      cache.get(
        [question],
        after(seconds),
        async () => (reads += 1),
        async () => (end === null ? null : after(end)),
      );
    expect([await askAt(0, "a", 10), await askAt(9, "a", 10), await askAt(10, "a", null)]).toEqual([1, 1, 2]);
    expect([await askAt(0, "b", 900), await askAt(59, "b", 900), await askAt(60, "b", 900)]).toEqual([3, 3, 4]);
    // The clock has been set back.
    expect(await askAt(5, "b", 900)).toBe(5);
  });

  it("keeps no failure, no long answer, and no more than its limit", async () => {
    const cache = new AnswerCache({ limit: 2, maxLength: 30 });
    const keep = (question: string, value: string) => cache.get([question], now, async () => value, never);
    await expect(cache.get(["a"], now, () => Promise.reject(new Error("away")), never)).rejects.toThrow("away");
    expect(await keep("a", "there")).toBe("there");
    await keep("x".repeat(500), "long");
    await keep("b", "x".repeat(40));
    expect(cache.size).toBe(1);
    await keep("c", "c");
    await keep("d", "d");
    expect(cache.size).toBe(2);
    expect(await keep("a", "again")).toBe("again");
  });
});
