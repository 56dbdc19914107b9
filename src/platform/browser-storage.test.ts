import { afterEach, expect, it, vi } from "vitest";
import { readStored, removeStored, storedKeys, watchStored, writeStored } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

/** A window that refuses storage, as browsers do when cookies are blocked. */
const refusing = {
  get localStorage(): Storage {
    throw new DOMException("denied", "SecurityError");
  },
};

it("a browser that refuses storage keeps nothing, and nothing fails", () => {
  vi.stubGlobal("window", refusing);
  expect(writeStored("cart", "{}")).toBe(false);
  expect(readStored("cart")).toBeNull();
  expect(storedKeys("localStorage")).toEqual([]);
  expect(() => removeStored("cart")).not.toThrow();
});

it("tells of changes here and in other tabs, of its own entries only, for as long as anyone listens", () => {
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  const fromOtherTab = (key: string | null) => target.dispatchEvent(Object.assign(new Event("storage"), { key }));
  const seen: string[] = [];
  const stored = watchStored(["token", "user"], () => seen.push("update"));
  const stop = stored.subscribe(() => seen.push("listener"));
  stored.changed();
  fromOtherTab("user");
  fromOtherTab(null);
  fromOtherTab("cart");
  expect(seen).toEqual(["update", "listener", "update", "listener", "update", "listener"]);
  stop();
  fromOtherTab("user");
  expect(seen).toHaveLength(6);
});
