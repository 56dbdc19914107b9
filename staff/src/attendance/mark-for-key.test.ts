import { expect, it } from "vitest";
import { getMarkForKey } from "./mark-for-key.ts";

it("D4 letters set marks by key position on an Arabic keyboard, and by letter on Latin layouts", () => {
  expect(getMarkForKey({ key: "ح", code: "KeyP" })).toBe("present");
  expect(getMarkForKey({ key: "م", code: "KeyL" })).toBe("late");
  expect(getMarkForKey({ key: "ش", code: "KeyA" })).toBe("absent");
  expect(getMarkForKey({ key: "ث", code: "KeyE" })).toBe("excused");
  // On Latin layouts the letter counts: on a French keyboard, A is at the position of Q.
  expect(getMarkForKey({ key: "a", code: "KeyQ" })).toBe("absent");
  expect(getMarkForKey({ key: "q", code: "KeyA" })).toBeUndefined();
  expect(getMarkForKey({ key: "Delete", code: "Delete" })).toBeUndefined();
});
