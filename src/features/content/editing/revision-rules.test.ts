import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageState, nextMarks, type LanguageMarks } from "./language-state.ts";
import { changedFields, differences } from "./revision-diff.ts";
import { mayBecome, revisionStates } from "./revision-states.ts";

const story = {
  slug: "a-story",
  title_eng: "A story",
  title_ar: "قصة",
  speakers: [{ name_eng: "Sara", name_ar: "سارة", title_eng: "Nurse", title_ar: "ممرضة" }],
  items: [{ eng: "One", ar: "واحد" }],
  popular_position: null,
};

describe("the moves of a revision", () => {
  it("rejects moves from replaced, and publishing or scheduling what is published", () => {
    for (const state of revisionStates) expect(mayBecome("replaced", state)).toBe(false);
    expect(mayBecome("published", "published")).toBe(false);
    expect(mayBecome("published", "scheduled")).toBe(false);
    expect(mayBecome("draft", "draft")).toBe(false);
    expect(mayBecome("draft", "published")).toBe(true);
    expect(mayBecome("scheduled", "draft")).toBe(true);
  });
});

describe("the differences between two revisions", () => {
  it("are empty for equal revisions", () => {
    expect(differences(story, structuredClone(story))).toEqual([]);
  });

  it("are reported per field and language, lists included", () => {
    const next = {
      ...story,
      slug: "another",
      title_ar: "حكاية",
      speakers: [{ ...story.speakers[0], name_eng: "Sarah" }],
      items: [{ eng: "One", ar: "١" }],
      popular_position: 2,
    };
    expect(differences(story, next)).toEqual([
      { field: "slug", language: null, before: "a-story", after: "another" },
      { field: "title", language: "ar", before: "قصة", after: "حكاية" },
      { field: "speakers.0.name", language: "eng", before: "Sara", after: "Sarah" },
      { field: "items.0", language: "ar", before: "واحد", after: "١" },
      { field: "popular_position", language: null, before: null, after: 2 },
    ]);
    expect(changedFields(story, next)).toEqual(["slug", "title", "speakers", "items", "popular_position"]);
  });

  it("ignore an empty field that an older revision lacks", () => {
    const newer = { ...story, search_title_eng: "", search_title_ar: "", share_image: "" };
    expect(differences(story, newer)).toEqual([]);
    expect(differences(newer, story)).toEqual([]);
    expect(changedFields(story, { ...newer, share_image: "u-1" })).toEqual(["share_image"]);
  });

  it("name added and removed items", () => {
    const longer = { ...story, items: [...story.items, { eng: "Two", ar: "" }] };
    expect(differences(story, longer)).toEqual([
      { field: "items.1", language: "eng", before: null, after: "Two" },
      { field: "items.1", language: "ar", before: null, after: "" },
    ]);
    expect(differences(longer, story).map(({ field, after }) => [field, after])).toEqual([
      ["items.1", null],
      ["items.1", null],
    ]);
  });

  it("are the same in the other direction, with before and after swapped", () => {
    const data = fc.record({ a_eng: fc.string(), a_ar: fc.string(), n: fc.integer(), list: fc.array(fc.string()) });
    fc.assert(
      fc.property(data, data, (one, two) => {
        const key = ({ field, language }: { field: string; language: string | null }) => `${field} ${language}`;
        const forward = differences(one, two).map((entry) => [key(entry), entry.before, entry.after]);
        const backward = differences(two, one).map((entry) => [key(entry), entry.after, entry.before]);
        expect(forward.toSorted()).toEqual(backward.toSorted());
      }),
    );
  });
});

/** Saves the versions one after another. Returns the language state of the last one. */
function stateAfter(...versions: (object | { data: object; confirmed: string[] })[]) {
  let previous: { data: object; marks: LanguageMarks } | null = null;
  versions.forEach((version, at) => {
    const { data, confirmed } = "confirmed" in version ? version : { data: version, confirmed: [] };
    previous = { data, marks: nextMarks(previous, data, at + 1, confirmed) };
  });
  const { data, marks } = previous ?? { data: {}, marks: {} };
  return languageState(data, marks);
}

describe("P-08 the state of the Arabic", () => {
  const changed = (more: object) => ({ ...story, ...more });

  it("is missing where English has no Arabic, in lists too, and missing takes precedence over stale", () => {
    expect(stateAfter(changed({ title_ar: "" }))).toEqual({ state: "missing", missing: ["title"], stale: [] });
    expect(
      stateAfter(
        changed({
          items: [
            { eng: "One", ar: "واحد" },
            { eng: "Two", ar: "" },
          ],
        }),
      ).missing,
    ).toEqual(["items"]);
    expect(
      stateAfter(story, changed({ title_eng: "New" }), changed({ title_eng: "New", items: [{ eng: "One", ar: "" }] })),
    ).toEqual({
      state: "missing",
      missing: ["items"],
      stale: ["title"],
    });
  });

  it("is stale when the English changed later, until the Arabic changes or is confirmed", () => {
    const english = changed({ title_eng: "A tale" });
    expect(stateAfter(story, english)).toEqual({ state: "stale", missing: [], stale: ["title"] });
    expect(stateAfter(story, english, changed({ slug: "x", title_eng: "A tale" })).stale).toEqual(["title"]);
    expect(stateAfter(story, english, changed({ title_eng: "A tale", title_ar: "حكاية" })).state).toBe("complete");
    expect(stateAfter(story, english, { data: english, confirmed: ["title"] }).state).toBe("complete");
    expect(stateAfter(story, english, { data: english, confirmed: ["speakers"] }).stale).toEqual(["title"]);
  });

  it("is complete when nothing is written, both change together, or only the Arabic changes", () => {
    expect(stateAfter({ title_eng: "", title_ar: "" }).state).toBe("complete");
    expect(stateAfter(story, changed({ title_eng: "A tale", title_ar: "حكاية" })).state).toBe("complete");
    expect(stateAfter(story, changed({ title_ar: "حكاية" })).state).toBe("complete");
    expect(stateAfter({ slug: "x", courses: [1, 2] }).state).toBe("complete");
    expect(languageState(story, {}).state).toBe("complete");
  });

  it("reordering a list leaves both languages up to date", () => {
    const two = changed({ items: [...story.items, { eng: "Two", ar: "اثنان" }] });
    expect(stateAfter(two, changed({ items: [{ eng: "Two", ar: "اثنان" }, ...story.items] })).state).toBe("complete");
  });
});
