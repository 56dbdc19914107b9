import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Course } from "#features/catalogue/course.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import { CourseTabs } from "./course-tabs.tsx";

const texts = {
  about_course_eng: "<p>About the course.</p>",
  about_course_ar: null,
  prerequisites_eng: "<p>Nothing.</p>",
  prerequisites_ar: "<p>لا شيء.</p>",
  speakers: [],
  curriculum: [{ title_eng: "The question", title_ar: null, items: [{ eng: "Narrowing it", ar: "تضييقه" }] }],
};

it("copy: shows a text without Arabic in English on an Arabic page, marked as English", () => {
  const html = inLocale("ar", () =>
    renderToStaticMarkup(
      <LocaleContext value="ar">
        <CourseTabs course={texts as unknown as Course} />
      </LocaleContext>,
    ),
  );
  expect(html).toMatch(/<div lang="en" dir="ltr" class="[^"]*"><p>About the course\.<\/p><\/div>/);
  expect(html).toMatch(/<h2[^>]*><bdi lang="en">The question<\/bdi><\/h2>/);
  expect(html).toMatch(/<div class="[^"]*"><p>لا شيء\.<\/p><\/div>/);
  expect(html).toContain("تضييقه");
  expect(html).not.toContain("Narrowing it");
});
