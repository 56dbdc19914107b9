import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { CourseLists } from "./course-list.tsx";
import type { MyCourse } from "./my-course-types.ts";

it("B9 does not wrap a certificate number at its hyphens on My Courses", () => {
  const certificate = "NH-2026-B7VY-P6FU";
  const course = {
    run_id: 7,
    over: true,
    name_eng: "Safe handover",
    name_ar: "التسليم الآمن",
    slug: "safe-handover",
    start_date: "2026-01-10",
    end_date: "2026-01-11",
    days: 2,
    attendance: null,
    certificate,
    certificate_links: null,
    feedback: null,
    missing: null,
    image: null,
    own_seats: 1,
    seats: [],
    order_ids: [],
    needed: [],
  } as unknown as MyCourse;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CourseLists courses={[course]} />
    </MemoryRouter>,
  );
  expect(html).toMatch(new RegExp(`<bdi class="whitespace-nowrap">${certificate}</bdi>`));
});
