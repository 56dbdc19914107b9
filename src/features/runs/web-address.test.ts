import { describe, expect, it } from "vitest";
import { normaliseJoiningUrl } from "#features/catalogue/schedule/sessions.ts";
import { webAddress } from "#platform/http/fields.server.ts";

describe("A-12: addresses that staff write", () => {
  it.each([
    "https://evil.test\\@zoom.us/j",
    "https:\\evil.test/j",
    "https://zoom.us\\.evil.test/",
    "https://zoom.us@evil.test/j",
    "https://zoom.us/j 1",
    "//zoom.us/j",
    "javascript:alert(1)",
    "zoom.us/j",
  ])("rejects %s", (address) => {
    expect(normaliseJoiningUrl(address)).toBeNull();
    expect(webAddress().safeParse(address).success).toBe(false);
  });

  it("accepts an address and keeps it as typed", () => {
    const address = "https://zoom.us/j/1?pwd=a%5Cb#x";
    expect(normaliseJoiningUrl(` ${address} `)).toBe(address);
    expect(webAddress().parse(address)).toBe(address);
    expect(normaliseJoiningUrl("http://zoom.us/")).toBeNull();
    expect(webAddress().parse("http://zoom.us/")).toBe("http://zoom.us/");
  });
});
