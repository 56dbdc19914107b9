import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { emailField, fieldMap, line, optionalLine, paragraph } from "./fields.server.ts";

const form = z.object({ name: line(10), email: emailField(), note: optionalLine(), text: paragraph().optional() });
const mapOf = (input: unknown, locale: "en" | "ar" = "en") => {
  const parsed = form.safeParse(input);
  return parsed.success ? {} : fieldMap(parsed.error, locale);
};

describe("fields", () => {
  it("a 422 is a map of field to messages in the reader's language, first message first", () => {
    expect(mapOf({ name: " ", email: "x" })).toEqual({
      name: ["This field is required."],
      email: ["Enter a valid email address."],
    });
    expect(mapOf({}, "ar")).toEqual({ name: ["هذا الحقل مطلوب."], email: ["هذا الحقل مطلوب."] });
    expect(mapOf({ name: "n".repeat(11), email: "a@example.com" })).toEqual({ name: ["Use 10 characters or fewer."] });
    expect(mapOf(null)).toEqual({ body: ["Check this field."] });
    expect(mapOf({ name: [], email: {}, note: 3 })).toMatchObject({
      name: ["This field is required."],
      email: ["This field is required."],
    });
  });

  it("row 21: a field that is called like a part of every object stays a field", () => {
    const parsed = z.strictObject({}).safeParse(JSON.parse('{"__proto__":1}'));
    const other = z.record(z.string(), z.string()).safeParse(JSON.parse('{"constructor":1,"toString":2}'));
    const maps = [parsed, other].map(({ error }) => JSON.stringify(error && fieldMap(error, "en")));
    expect(maps).toEqual([
      '{"__proto__":["Check this field."]}',
      '{"constructor":["Check this field."],"toString":["Check this field."]}',
    ]);
  });

  it("copy: the limits of a field are counted in the right Arabic form", () => {
    const long = (max: number) =>
      fieldMap(
        z.object({ name: line(max) }).safeParse({ name: "n".repeat(max + 1) }).error ?? new z.ZodError([]),
        "ar",
      )["name"]?.[0];
    expect([1, 2, 8, 20, 200, 5000].map(long)).toEqual([
      "استخدم حرفًا واحدًا على الأكثر.",
      "استخدم حرفين على الأكثر.",
      "استخدم 8 أحرف على الأكثر.",
      "استخدم 20 حرفًا على الأكثر.",
      "استخدم 200 حرف على الأكثر.",
      "استخدم 5000 حرف على الأكثر.",
    ]);
  });

  it("row 21: control characters, lone surrogates and bidi overrides are field errors", () => {
    for (const bad of ["a\u0000b", "a\u0007", "a\nb", "\ud800", "a\u202eb", "a\u2066"]) {
      expect(mapOf({ name: bad, email: "a@example.com" }), JSON.stringify(bad)).toEqual({
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

  it("never throws and never keeps a forbidden character, whatever text arrives", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const parsed = line().safeParse(text);
        if (parsed.success) expect(parsed.data).toMatch(/^[^\u0000-\u001f\u202a-\u202e]+$/);
      }),
    );
  });
});
