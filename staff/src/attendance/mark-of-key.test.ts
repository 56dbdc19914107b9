import { expect, it } from "vitest";
import { markOfKey } from "./mark-of-key.ts";

it("D4 letters mark on an Arabic keyboard, too, where the key's place counts", () => {
  expect(markOfKey({ key: "ح", code: "KeyP" })).toBe("present");
  expect(markOfKey({ key: "م", code: "KeyL" })).toBe("late");
  expect(markOfKey({ key: "ش", code: "KeyA" })).toBe("absent");
  expect(markOfKey({ key: "ث", code: "KeyE" })).toBe("excused");
  // Where the layout has Latin letters, the letter counts: A stands at Q's place on a French keyboard.
  expect(markOfKey({ key: "a", code: "KeyQ" })).toBe("absent");
  expect(markOfKey({ key: "q", code: "KeyA" })).toBeUndefined();
  expect(markOfKey({ key: "Delete", code: "Delete" })).toBeUndefined();
});
