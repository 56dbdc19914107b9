import { describe, expect, it } from "vitest";
import { entities } from "../../../src/features/content/entities/entities.server.ts";
import { entityNames } from "../../../src/features/content/entities/revision-entities.ts";
import arabic from "../../../messages/ar/staff/content.json" with { type: "json" };
import english from "../../../messages/en/staff/content.json" with { type: "json" };
import { findEmptyTexts, kinds } from "./kinds.ts";
import { toSnakeCase } from "../messages.ts";
import { toSlug } from "./new-item-button.tsx";
import { isReachable } from "./publishing-card.tsx";
import { countIncompleteArabic, getPublishable } from "./use-bulk.ts";

describe("the forms of content", () => {
  it.each(entityNames)(
    "%s: every field of the form has labels and exists on the server, with the same maximum length",
    async (entity) => {
      const { sections, aside } = kinds[entity];
      const fields = [...sections.flatMap(({ fields }) => fields), ...aside];
      const findProblems = async (data: object) => {
        const { error } = await entities[entity].schema.draft.safeParseAsync(data);
        return (error?.issues ?? []).map((issue) =>
          issue.code === "unrecognized_keys" ? issue.keys.join() : String(issue.path[0]),
        );
      };
      const known = await entities[entity].schema.draft.parseAsync(entity === "page" ? { slug: "mission" } : {});
      for (const field of fields) {
        const choices = field.type === "choice" ? field.values : [];
        const labels = [
          `fields_${field.name}`,
          ...choices.map((value) => `choices_${field.name}_${toSnakeCase(value)}`),
        ];
        for (const texts of [english, arabic])
          expect(Object.keys(texts)).toEqual(expect.arrayContaining(labels.map((label) => `staff_content_${label}`)));
        const isPair = field.type === "text" || field.type === "html";
        const keys = isPair ? [`${field.name}_eng`, `${field.name}_ar`] : [field.name];
        for (const key of keys) {
          expect(Object.keys(known), key).toContain(key);
          if (field.type !== "text") continue;
          const withLength = (length: number) => ({ ...known, [key]: "x".repeat(length) });
          expect(
            [await findProblems(withLength(field.maxLength)), await findProblems(withLength(field.maxLength + 1))],
            key,
          ).toEqual([[], [key]]);
        }
      }
      const named = new Set(fields.map(({ name }) => name));
      const unnamedKeys = Object.keys(known).filter((key) => !named.has(key.replace(/_(?:eng|ar)$/, "")));
      // No field sets these: slug and type are fixed on creation, and the order of all items sets the position.
      expect(unnamedKeys.filter((key) => !["slug", "type", "position"].includes(key))).toEqual([]);
      expect(unnamedKeys.includes("position")).toBe(kinds[entity].order === "all");
      expect(entities[entity].order !== undefined).toBe(kinds[entity].order !== undefined);
    },
  );

  it("S-40: lists the missing texts of a language, even if the other is empty too; keywords are optional", () => {
    const fresh = { name_eng: "Safe handover", name_ar: "" };
    expect(findEmptyTexts("course", fresh, "eng")).toEqual(["summary", "subject", "about_course", "prerequisites"]);
    expect(findEmptyTexts("course", fresh, "ar")).toEqual([
      "name",
      "summary",
      "subject",
      "about_course",
      "prerequisites",
    ]);
    expect(findEmptyTexts("page-meta", { title_ar: "عن نماء", description_ar: "من نحن" }, "ar")).toEqual([]);
  });

  it("S-41: a picture field explains its purpose and minimum size in both languages", () => {
    const withPicture = entityNames.filter((entity) => kinds[entity].aside.some(({ type }) => type === "picture"));
    expect(withPicture).toEqual(["course", "news", "banner", "team", "trainer"]);
    for (const entity of withPicture)
      for (const texts of [english, arabic])
        expect(Object.entries(texts), entity).toContainEqual([
          `staff_content_picture_purpose_${entity}`,
          expect.stringMatching(/\d+ (?:px|بكسل)/),
        ]);
  });

  it("makes a slug from a title", () => {
    expect(toSlug("Safe handover: from shift to shift!")).toBe("safe-handover-from-shift-to-shift");
    expect(toSlug("تسليم")).toBe("");
  });
});

it("CT-17 isReachable is true only for a published address that the site answers", () => {
  expect(isReachable({ onSite: true, changed: ["title_eng"] }, true)).toBe(true);
  expect(isReachable({ onSite: true, changed: ["slug"] }, true), "the draft's new address").toBe(false);
  expect(isReachable({ onSite: true, changed: [] }, false), "a course without a run").toBe(false);
  expect(isReachable({ onSite: false, changed: [] }, true)).toBe(false);
});

it("CT-12 counts drafts and scheduled texts with incomplete Arabic before publishing many", () => {
  const line = (state: "draft" | "published" | "scheduled", arabic: "complete" | "missing" | "stale") =>
    ({ state, arabic, revisionId: 1 }) as const;
  const complete = line("draft", "complete");
  const published = line("published", "missing");
  const neverEdited = { ...line("draft", "missing"), revisionId: null };
  expect(countIncompleteArabic([complete, published, neverEdited])).toBe(0);
  expect(getPublishable([complete, published, neverEdited])).toEqual([complete]);
  expect(countIncompleteArabic([complete, line("draft", "missing"), line("scheduled", "stale"), published])).toBe(2);
});
