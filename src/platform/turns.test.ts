import { expect, it } from "vitest";
import { turns } from "./turns.ts";

it("C-10 work that fails gives its turn on, and is the only one to fail", async () => {
  const inTurn = turns(1);
  const settled = await Promise.allSettled([inTurn(() => Promise.reject(new Error("lost"))), inTurn(async () => "done")]);
  expect(settled).toEqual([{ status: "rejected", reason: new Error("lost") }, { status: "fulfilled", value: "done" }]);
});

it("C-10 never more than so many at once, in the order they came", async () => {
  const inTurn = turns(3);
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
