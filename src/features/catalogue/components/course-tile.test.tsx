import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { courseOnWire } from "#db/factories/course.ts";
import { LocaleContext } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { CourseSummary } from "../course.ts";
import { CourseTile } from "./course-tile.tsx";

const renderText = (values: Partial<CourseSummary>, locale: Locale = "en") => {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <CourseTile taxPercent={15} course={courseOnWire(values)} /> },
  ]);
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Stub />
    </LocaleContext>,
  );
  return html.replace(/<[^>]+>/g, " ");
};

it("N-11: a tile shows no number of seats while there are many or none can be booked", () => {
  for (const values of [{}, { seats_left: 6 }, { seats_left: 0 }, { seats_left: 1, ended: true }])
    expect(renderText(values), JSON.stringify(values)).not.toMatch(/seats? left/);
  expect(renderText({ seats_left: 2, disable_course: true })).not.toMatch(/seats? left/);
});

it("N-11: a tile shows how many seats are left when there are few", () => {
  expect(renderText({ seats_left: 1 })).toContain("1 seat left");
  expect(renderText({ seats_left: 5 })).toContain("5 seats left");
});

it.each([
  [0, "لم يبقَ أي مقعد"],
  [1, "بقي مقعد واحد"],
  [2, "بقي مقعدان"],
  [3, "بقيت 3 مقاعد"],
  [11, "بقي 11 مقعدًا"],
  [100, "بقي 100 مقعد"],
])("N-11: formats %i seats left in Arabic", (count, text) => {
  expect(m.catalogue_seats_left({ count }, { locale: "ar" })).toBe(text);
});

it("D17: the badge says when all seats of a course are held", () => {
  expect(m.catalogue_held({}, { locale: "en" })).toBe("All seats on hold");
  expect(m.catalogue_held({}, { locale: "ar" })).toBe("جميع المقاعد محجوزة مؤقتًا");
});

it("D7: the sample learning screen abbreviates a name in Arabic", () => {
  expect(m.site_learning_screen_omar({}, { locale: "ar" })).toBe("عمر ت.");
});

it("shows the price including VAT beside the specified price", () => {
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ");
  expect(plain(renderText({}))).toContain("SAR 1,150.00 SAR 1,322.50 including VAT");
  expect(plain(renderText({}, "ar"))).toContain("1,150.00 ر.س");
  expect(plain(renderText({ amount: "100.03" }))).toContain("SAR 115.03 including VAT");
});
