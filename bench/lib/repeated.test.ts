import { expect, it } from "vitest";
import { repeated } from "./repeated.ts";

/** Throws where `script` has a text, answers where it has a number. */
function tool(...script: (number | string)[]) {
  return () => {
    const next = script.shift();
    return typeof next === "number" ? Promise.resolve(next) : Promise.reject(new Error(next));
  };
}

it("gives up after three failures in a row, says the last one in one line and keeps what was made", async () => {
  expect(await repeated(3, tool(1, "NO_NAVSTART", "NO_NAVSTART", "NO_NAVSTART\n  at once", 2))).toEqual({
    made: [1],
    failure: "NO_NAVSTART at once",
  });
});

it("tries again after a failure, and counts anew after each measurement", async () => {
  expect(await repeated(3, tool("a", "b", 1, "c", "d", 2, 3, 4))).toEqual({ made: [1, 2, 3], failure: null });
});
