import { expect, it } from "vitest";
import { markOfKey } from "./mark-of-key.ts";

it("D4 letters set marks on an Arabic keyboard too, by the key's position", () => {
  expect(markOfKey({ key: "ح", code: "KeyP" })).toBe("present");
  expect(markOfKey({ key: "م", code: "KeyL" })).toBe("late");
  expect(markOfKey({ key: "ش", code: "KeyA" })).toBe("absent");
  expect(markOfKey({ key: "ث", code: "KeyE" })).toBe("excused");
  // On a layout with Latin letters the letter counts: on a French keyboard A is at the position of Q.
  expect(markOfKey({ key: "a", code: "KeyQ" })).toBe("absent");
  expect(markOfKey({ key: "q", code: "KeyA" })).toBeUndefined();
  expect(markOfKey({ key: "Delete", code: "Delete" })).toBeUndefined();
});
