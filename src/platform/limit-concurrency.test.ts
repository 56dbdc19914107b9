import { expect, it } from "vitest";
import { QueueFull, limitConcurrency } from "./limit-concurrency.ts";

it("C-10 work that fails gives its turn on, and is the only one to fail", async () => {
  const inTurn = limitConcurrency(1);
  const settled = await Promise.allSettled([
    inTurn(() => Promise.reject(new Error("lost"))),
    inTurn(async () => "done"),
  ]);
  expect(settled).toEqual([
    { status: "rejected", reason: new Error("lost") },
    { status: "fulfilled", value: "done" },
  ]);
});

it("C-10 never more than so many at once, in the order they came", async () => {
  const inTurn = limitConcurrency(3);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    order.push(n);
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    await Promise.resolve();
    running -= 1;
    return n;
  };
  const all = Array.from({ length: 20 }, (_, n) => n);
  expect(await Promise.all(all.map((n) => inTurn(work(n))))).toEqual(all);
  expect(order).toEqual(all);
  expect(most).toBe(3);
});

it("F-03 refuses at once what finds too many waiting, and takes more when some have had their turn", async () => {
  const inTurn = limitConcurrency(1, 2);
  let finish = () => {};
  const running = inTurn(() => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = [inTurn(async () => 1), inTurn(async () => 2)];
  await expect(inTurn(async () => 3)).rejects.toThrow(QueueFull);
  finish();
  expect(await Promise.all([running, ...waiting])).toEqual([undefined, 1, 2]);
  expect(await inTurn(async () => 4)).toBe(4);
});

it("F-03 urgent work comes before all that waits, and is never refused", async () => {
  const inTurn = limitConcurrency(1, 1);
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  await Promise.all([
    inTurn(note("running")),
    inTurn(note("waiting")),
    inTurn.first(note("urgent")),
    inTurn.first(note("urgent too")),
  ]);
  expect(order).toEqual(["running", "urgent", "urgent too", "waiting"]);
});
