import { expect, it } from "vitest";
import { QueueFull, boundedLimit } from "./bounded-limit.ts";

it("F-03 refuses at once what finds too many waiting, and takes more when some have had their turn", async () => {
  const inTurn = boundedLimit(1, 2);
  let finish = () => {};
  const running = inTurn(() => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = [inTurn(async () => 1), inTurn(async () => 2)];
  await expect(inTurn(async () => 3)).rejects.toThrow(QueueFull);
  finish();
  expect(await Promise.all([running, ...waiting])).toEqual([undefined, 1, 2]);
  expect(await inTurn(async () => 4)).toBe(4);
});

it("C-10 work that fails gives its turn on, and is the only one to fail", async () => {
  const inTurn = boundedLimit(1, 1);
  const settled = await Promise.allSettled([
    inTurn(() => Promise.reject(new Error("lost"))),
    inTurn(async () => "done"),
  ]);
  expect(settled).toEqual([
    { status: "rejected", reason: new Error("lost") },
    { status: "fulfilled", value: "done" },
  ]);
});
