import { describe, expect, it } from "vitest";
import { pageWindow } from "./pagination.tsx";

const read = (page: number, count: number, mobile = false) =>
  pageWindow(page, count)
    .filter((step) => (step.kind === "page" ? !(mobile && step.isFar) : mobile || !step.isMobileOnly))
    .map((step) => (step.kind === "page" ? String(step.page) : "…"))
    .join(" ");

describe("pagination", () => {
  it("shows first and last page, and four on each side of the current one", () => {
    expect(read(1, 14)).toBe("1 2 3 4 5 … 14");
    expect(read(7, 14)).toBe("1 … 3 4 5 6 7 8 9 10 11 … 14");
    expect(read(14, 14)).toBe("1 … 10 11 12 13 14");
  });

  it('on a phone, shows one page on each side, and one "…" for all hidden pages between two shown ones', () => {
    expect(read(7, 14, true)).toBe("1 … 6 7 8 … 14");
    expect(read(1, 14, true)).toBe("1 2 … 14");
    expect(read(4, 5, true)).toBe("1 … 3 4 5");
  });

  it("shows all pages if there are few", () => {
    expect(read(1, 1)).toBe("1");
    expect(read(2, 4)).toBe("1 2 3 4");
    expect(read(2, 3, true)).toBe("1 2 3");
  });
});
