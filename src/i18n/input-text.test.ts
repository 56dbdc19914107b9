import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseCode, normaliseEmail, normaliseInput } from "./input-text.ts";

it("B-07, B-12 normalising twice equals normalising once, and leaves no invisible character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
      const once = normaliseInput(text);
      expect(normaliseInput(once)).toBe(once);
      expect(once).not.toMatch(/[\p{Default_Ignorable_Code_Point}\u2800]/u);
      const email = normaliseEmail(text);
      if (email !== null) expect(normaliseEmail(email)).toBe(email);
    }),
  );
});

it("B-07 normaliseCode removes spaces, dashes and marks", () => {
  expect(normaliseCode("\u200e00\u2011rn – \u0660\u0660٠٠٨٧٧\u202c")).toBe("00RN0000877");
  expect(normaliseCode("\u200b")).toBe("");
});
