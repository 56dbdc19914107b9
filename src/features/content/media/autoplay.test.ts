import { describe, expect, it } from "vitest";
import { iframeUrl, toRootMargin, mayAutoplay } from "./use-when-near-viewport.ts";

const near = { isNear: true, hasBegun: false, prefersReducedMotion: false, savesData: false };

describe("autoplay of a video", () => {
  it("H-06 does not start far away, twice, with reduced motion, or with data saving", () => {
    for (const refusal of [{ isNear: false }, { hasBegun: true }, { prefersReducedMotion: true }, { savesData: true }])
      expect(mayAutoplay({ ...near, ...refusal }), JSON.stringify(refusal)).toBe(false);
    expect(mayAutoplay(near)).toBe(true);
  });

  it("H-06 C-05 measures the distance above and below the window only", () => {
    expect(toRootMargin(200)).toBe("200px 0px");
    expect(toRootMargin(300)).toBe("300px 0px");
  });

  it("C-05 adds autoplay and mute to a frame's address, and keeps its language", () => {
    expect(iframeUrl("/media/fellowship/index.html", "ar", false)).toBe("/media/fellowship/index.html?lang=ar");
    expect(iframeUrl("/media/fellowship/index.html", "en", true)).toBe(
      "/media/fellowship/index.html?lang=en&autoplay=1&mute=1",
    );
  });
});
