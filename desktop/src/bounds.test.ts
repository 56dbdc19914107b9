import { expect, it } from "vitest";
import { placeWindow, readBounds } from "./bounds.ts";

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const secondScreen = { x: 1920, y: 0, width: 1280, height: 720 };

it.each([
  "",
  "{",
  "null",
  "[]",
  '{"x":1}',
  '{"x":1,"y":2,"width":"3","height":4}',
  '{"x":1,"y":2,"width":1e999,"height":4}',
])("D-01 an invalid size or position is ignored: %s", (text) => {
  expect(readBounds(text)).toBeNull();
});

it("D-01 without saved bounds the window opens in the middle of the first screen", () => {
  expect(placeWindow(null, [screen, secondScreen])).toEqual({ x: 320, y: 90, width: 1280, height: 860 });
  expect(placeWindow(null, [])).toEqual({ x: 0, y: 0, width: 1280, height: 860 });
});

it("D-01 a window opens where it was, on any of the screens", () => {
  for (const bounds of [
    { x: 10, y: 20, width: 900, height: 700 },
    { x: 2000, y: 5, width: 800, height: 600 },
    { x: -300, y: 30, width: 800, height: 600 },
  ]) {
    expect(placeWindow(readBounds(JSON.stringify(bounds)), [screen, secondScreen])).toEqual(bounds);
  }
});

it("D-01 a window whose screen is gone opens on one that exists, and is no larger than it", () => {
  expect(placeWindow({ x: 2000, y: 5, width: 800, height: 600 }, [screen])).toEqual({
    x: 560,
    y: 220,
    width: 800,
    height: 600,
  });
  expect(placeWindow({ x: 10, y: -500, width: 800, height: 600 }, [screen])).toEqual({
    x: 560,
    y: 220,
    width: 800,
    height: 600,
  });
  expect(placeWindow({ x: 100, y: 100, width: 5000, height: 10 }, [screen])).toEqual({
    x: 100,
    y: 100,
    width: 1920,
    height: 560,
  });
});
