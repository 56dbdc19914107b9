import { expect, it } from "vitest";
import { QueueFull, limitConcurrency } from "./bounded-limit.ts";

it("F-03 rejects at once when the queue is full, and accepts work again after it has emptied", async () => {
  const runLimited = limitConcurrency({ maxRunning: 1, maxQueued: 2 });
  let finish = () => {};
  const running = runLimited(() => new Promise<void>((resolve) => (finish = resolve)));
  const queued = [runLimited(async () => 1), runLimited(async () => 2)];
  await expect(runLimited(async () => 3)).rejects.toThrow(QueueFull);
  finish();
  expect(await Promise.all([running, ...queued])).toEqual([undefined, 1, 2]);
  expect(await runLimited(async () => 4)).toBe(4);
});

it("C-10 a failed task frees its slot, and no other task fails", async () => {
  const runLimited = limitConcurrency({ maxRunning: 1, maxQueued: 1 });
  const settled = await Promise.allSettled([
    runLimited(() => Promise.reject(new Error("lost"))),
    runLimited(async () => "done"),
  ]);
  expect(settled).toEqual([
    { status: "rejected", reason: new Error("lost") },
    { status: "fulfilled", value: "done" },
  ]);
});
