import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { QueueFull } from "#platform/bounded-limit.ts";
import { drawInTurn, letVisitorsIn } from "./draw-in-turn.server.ts";

/** A drawing that lasts until it is ended, and what came before it. */
function drawings() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const draw = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  /** Ends it as soon as it has begun. */
  const end = async (name: string) => {
    await expect.poll(() => ends.has(name), { interval: 1 }).toBe(true);
    ends.get(name)?.();
    ends.delete(name);
  };
  return { begun, draw, end };
}

it("A-07: one more than can wait is refused, work in the background is not, and room is made by what ends", async () => {
  const { begun, draw, end } = drawings();
  const names = Array.from({ length: 33 }, (_, at) => `waits ${at}`);
  const all = names.map((name) => drawInTurn(name, draw(name)));
  await expect(drawInTurn("one more", draw("one more"))).rejects.toThrow(QueueFull);
  const mail = drawInTurn("mail", draw("mail"), { isBackground: true });
  await end("waits 0");
  await all[0];
  await end("waits 1");
  await all[1];
  const late = drawInTurn("late", draw("late"));
  for (const name of names.slice(2)) await end(name);
  await end("mail");
  await end("late");
  expect(await Promise.all([...all, mail, late])).toEqual([...names, "mail", "late"]);
  expect(begun).toEqual([...names, "mail", "late"]);
});

it("A-07: who asks for what is being drawn gets the same, who asks later gets a new one", async () => {
  const { begun, draw, end } = drawings();
  const both = [drawInTurn("sheet", draw("sheet")), drawInTurn("sheet", draw("sheet"))];
  const other = drawInTurn("other", draw("other"));
  await end("sheet");
  await Promise.all(both);
  expect(begun.filter((name) => name === "sheet")).toHaveLength(1);
  await end("other");
  await other;
  const again = drawInTurn("sheet", draw("sheet"));
  await end("sheet");
  await again;
  expect(begun).toEqual(["sheet", "other", "sheet"]);
});

it("A-07: visitors are answered between drawings and between their parts; without the pause they wait", async () => {
  const happened: string[] = [];
  const visit = async () => {
    await nextLoop();
    happened.push("visitor");
  };
  const part = (name: string) => {
    happened.push(name);
    void visit();
    for (const began = performance.now(); performance.now() - began < 10;);
  };
  const draw = (name: string, pause: () => Promise<void>) => async () => {
    part(`${name} begins`);
    await pause();
    happened.push(`${name} ends`);
  };
  await Promise.all(["a", "b"].map((name) => drawInTurn(name, draw(name, letVisitorsIn))));
  expect(happened).toEqual(["a begins", "visitor", "a ends", "b begins", "visitor", "b ends"]);
  happened.length = 0;
  await drawInTurn(
    "control",
    draw("control", async () => {}),
  );
  expect(happened).toEqual(["control begins", "control ends", "visitor"]);
});
