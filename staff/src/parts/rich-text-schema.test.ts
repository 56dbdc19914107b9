import { describe, expect, it } from "vitest";
import { isAllowedAddress, typedAddress, typedBold } from "./rich-text-schema.ts";

describe("typed bold text and links", () => {
  it.each([
    ["**Bold**", "Bold"],
    ["A **bold word**", "bold word"],
    ["**نص مهم**", "نص مهم"],
    ["2 ** 3 **", undefined],
    ["**", undefined],
    ["**one*", undefined],
    ["x**y**", undefined],
  ])('CT-25 finds bold text in "%s": %s', (typed, bold) => {
    expect(typedBold.exec(typed)?.[2]).toBe(bold);
  });

  it.each([
    ["See https://nama.example/a?b=c ", "https://nama.example/a?b=c"],
    ["(https://nama.example/a). ", undefined],
    ["(https://nama.example/a ", "https://nama.example/a"],
    ["https://nama.example. ", undefined],
    ["https://nama.example", undefined],
    ["javascript:alert(1) ", undefined],
    ["xhttps://nama.example ", undefined],
  ])('CT-25 finds a web address in "%s": %s', (typed, address) => {
    const [, href] = typedAddress.exec(typed) ?? [];
    expect(href).toBe(address);
    if (href) expect(isAllowedAddress(href)).toBe(true);
  });
});
