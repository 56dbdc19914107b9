import { afterEach, expect, it, vi } from "vitest";
import { readStored, removeStored, storedKeys, watchStored, writeStored } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

/** A window that refuses storage, as browsers do when cookies are blocked. */
const refusing = {
  get localStorage(): Storage {
    throw new DOMException("denied", "SecurityError");
  },
};

it("works without storage if the browser refuses it", () => {
  vi.stubGlobal("window", refusing);
  expect(writeStored("cart", "{}")).toBe(false);
  expect(readStored("cart")).toBeNull();
  expect(storedKeys("localStorage")).toEqual([]);
  expect(() => removeStored("cart")).not.toThrow();
});

it("notifies listeners of changes to its own entries, here and in other tabs, until they stop", () => {
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  const fromOtherTab = (key: string | null) => target.dispatchEvent(Object.assign(new Event("storage"), { key }));
  const seen: string[] = [];
  const stored = watchStored(["token", "user"], () => seen.push("update"));
  const stop = stored.subscribe(() => seen.push("listener"));
  stored.notifyChange();
  fromOtherTab("user");
  fromOtherTab(null);
  fromOtherTab("cart");
  expect(seen).toEqual(["update", "listener", "update", "listener", "update", "listener"]);
  stop();
  fromOtherTab("user");
  expect(seen).toHaveLength(6);
});
