import { expect, it } from "vitest";
import { localText } from "./locale.ts";
import { shownTexts } from "./shown-texts.ts";

const course = {
  id: 4,
  name_eng: "Safety",
  name_ar: "السلامة",
  note_eng: "Bring a form",
  note_ar: null,
  days: [{ eng: "One", ar: "الأول" }],
  image: null,
};

it("removes the unused language of each pair at any depth, and nothing else", () => {
  expect(shownTexts("en", course)).toEqual({ ...course, name_ar: null, days: [{ eng: "One", ar: null }] });
  expect(shownTexts("ar", course)).toEqual({ ...course, name_eng: "", days: [{ eng: "", ar: "الأول" }] });
  expect(shownTexts("ar", { ar: "وحده" })).toEqual({ ar: "وحده" });
});

it("keeps everything that a page shows", () => {
  for (const locale of ["en", "ar"] as const) {
    const readTexts = (one: typeof course) => [
      localText(locale, one.name_eng, one.name_ar),
      localText(locale, one.note_eng, one.note_ar),
      ...one.days.map(({ eng, ar }) => localText(locale, eng, ar)),
    ];
    expect(readTexts(shownTexts(locale, course))).toEqual(readTexts(course));
  }
});
