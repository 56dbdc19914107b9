import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  emailField,
  fieldMap,
  line,
  optionalLine,
  paragraph,
  phoneField,
  proseLine,
  searchText,
} from "./fields.server.ts";

const form = z.object({ name: line(10), email: emailField(), note: optionalLine(), text: paragraph().optional() });
const getFieldErrors = (input: unknown, locale: "en" | "ar" = "en") => {
  const parsed = form.safeParse(input);
  return parsed.success ? {} : fieldMap(parsed.error, locale);
};

describe("fields", () => {
  it("fieldMap returns messages by field in the reader's language, first message first", () => {
    expect(getFieldErrors({ name: " ", email: "x" })).toEqual({
      name: ["This field is required."],
      email: ["Enter a valid email address."],
    });
    expect(getFieldErrors({}, "ar")).toEqual({ name: ["هذا الحقل مطلوب."], email: ["هذا الحقل مطلوب."] });
    expect(getFieldErrors({ name: "n".repeat(11), email: "a@example.com" })).toEqual({
      name: ["Use 10 characters or fewer."],
    });
    expect(getFieldErrors(null)).toEqual({ body: ["Check this field."] });
    expect(getFieldErrors({ name: [], email: {}, note: 3 })).toMatchObject({
      name: ["This field is required."],
      email: ["This field is required."],
    });
  });

  it("row 21: keeps fields that are named like object members", () => {
    const parsed = z.strictObject({}).safeParse(JSON.parse('{"__proto__":1}'));
    const other = z.record(z.string(), z.string()).safeParse(JSON.parse('{"constructor":1,"toString":2}'));
    const maps = [parsed, other].map(({ error }) => JSON.stringify(error && fieldMap(error, "en")));
    expect(maps).toEqual([
      '{"__proto__":["Check this field."]}',
      '{"constructor":["Check this field."],"toString":["Check this field."]}',
    ]);
  });

  it("copy: length limits have the right Arabic plural", () => {
    const getLengthError = (max: number) =>
      fieldMap(
        z.object({ name: line(max) }).safeParse({ name: "n".repeat(max + 1) }).error ?? new z.ZodError([]),
        "ar",
      )["name"]?.[0];
    expect([1, 2, 8, 20, 200, 5000].map(getLengthError)).toEqual([
      "استخدم حرفًا واحدًا على الأكثر.",
      "استخدم حرفين على الأكثر.",
      "استخدم 8 أحرف على الأكثر.",
      "استخدم 20 حرفًا على الأكثر.",
      "استخدم 200 حرف على الأكثر.",
      "استخدم 5000 حرف على الأكثر.",
    ]);
  });

  it("row 21: rejects control characters and lone surrogates", () => {
    for (const bad of ["a\u0000b", "a\u0007b", "a\nb", "\ud800"]) {
      expect(getFieldErrors({ name: bad, email: "a@example.com" }), JSON.stringify(bad)).toEqual({
        name: ["Remove the characters that can’t be used here."],
      });
    }
    expect(form.parse({ name: "سارة", email: " Sara@Example.COM ", note: null, text: "one\ntwo" })).toEqual({
      name: "سارة",
      email: "sara@example.com",
      note: "",
      text: "one\ntwo",
    });
  });

  it("never throws, and never keeps a forbidden character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const parsed = line().safeParse(text);
        if (parsed.success) expect(parsed.data).toMatch(/^[^\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+$/);
      }),
    );
  });

  describe("B-07 invisible marks of copied text", () => {
    const marks = ["\u200e", "\u200f", "\u202a", "\u202c", "\u202e", "\u2068", "\u2069", "\u200b", "\ufeff", "\u061c"];
    // Prose may need direction marks and joiners.
    const inProse = new Set(["\u200e", "\u200f", "\u061c"]);
    it.each([
      ["email", emailField(), "sara@example.com"],
      ["phone", phoneField(), "+966501234567"],
      ["name", line(), "Sara Ali"],
      ["search", searchText(), "sara"],
      ["title", proseLine(), "Sara Ali"],
      ["text", paragraph(), "Sara Ali"],
    ] as const)("are removed from a %s", (name, field, value) => {
      for (const mark of marks) {
        if (inProse.has(mark) && (name === "title" || name === "text")) continue;
        for (const typed of [`${mark}${value}`, `${value}${mark}`, `${value.slice(0, 3)}${mark}${value.slice(3)}`])
          expect(field.parse(typed), JSON.stringify(typed)).toBe(value);
      }
    });

    it("count as an empty field when alone", () => {
      for (const field of [line(), proseLine(), paragraph(), searchText(), emailField(), phoneField()]) {
        for (const blank of ["\u200b\u200b", "\u200e", "\u2068\u2069", "\u3164", "\u2800", "\u00a0", "\u200d"]) {
          const parsed = z.object({ field }).safeParse({ field: blank });
          expect(parsed.error && fieldMap(parsed.error, "en"), JSON.stringify(blank)).toEqual({
            field: ["This field is required."],
          });
        }
      }
    });
  });

  it("B-12 folds Arabic digits, presentation forms, full-width letters and non-breaking hyphens", () => {
    expect(searchText().parse("\ufe8d\ufedf\ufeb4\ufefc\ufee3\ufe94 ＩＣＵ \u0661\u0661\u0664\u06f0")).toBe(
      "السلامة ICU 1140",
    );
    expect(searchText().parse("INV\u20112026\u20131")).toBe("INV-2026-1");
    expect(line().parse("\u00a0Sara\u00a0\u00a0\tAli ")).toBe("Sara Ali");
    // Prose keeps its letters.
    expect(proseLine().parse("CO₂ … ½")).toBe("CO₂ … ½");
  });

  it("B-13 converts an address at a domain in any script to ASCII", () => {
    const emails = {
      "sara@مثال.السعودية": "sara@xn--mgbh0fb.xn--mgberp4a5d4ar",
      "Sara@BÜCHER.example": "sara@xn--bcher-kva.example",
      "sara@xn--mgbh0fb.xn--mgberp4a5d4ar": "sara@xn--mgbh0fb.xn--mgberp4a5d4ar",
      "ｓａｒａ＠ｅｘａｍｐｌｅ．ｃｏｍ": "sara@example.com",
    };
    for (const [typed, stored] of Object.entries(emails)) expect(emailField().parse(typed)).toBe(stored);
    const refused = [
      "سارة@example.com",
      "sara@مثال",
      "sara@مثال.السعودية/x",
      "a@b@مثال.السعودية",
      "sara@-.com",
      "x",
      "@",
    ];
    for (const typed of refused) expect(emailField().safeParse(typed).success, typed).toBe(false);
  });

  it("B-13 rejects other scripts before the @, and says what to enter, in both languages", () => {
    const getEmailError = (typed: string, locale: "en" | "ar") => {
      const { error } = z.object({ email: emailField() }).safeParse({ email: typed });
      return error && fieldMap(error, locale)["email"];
    };
    for (const typed of ["سارة@example.com", "sara.أحمد@مثال.السعودية", "josé@example.com"]) {
      expect(getEmailError(typed, "en"), typed).toEqual([expect.stringContaining("Before the @, use only a to z")]);
      expect(getEmailError(typed, "ar"), typed).toEqual([expect.stringContaining("قبل @ بحروف إنجليزية")]);
    }
    for (const typed of ["سارة", "sara@مثال", "sara@", "sa ra@example.com"])
      expect(getEmailError(typed, "en"), typed).toEqual(["Enter a valid email address."]);
  });
});
