import { expect, it } from "vitest";
import { offlinePage, offlinePath } from "./bilingual-page.server.ts";

it.each(["en", "ar"] as const)(
  "the offline page in %s starts in its language, links to the requested page, and loads nothing",
  async (locale) => {
    expect(offlinePath(locale)).toBe(locale === "ar" ? "/ar/offline" : "/offline");
    const html = await offlinePage(locale).text();
    expect(html).toContain(locale === "ar" ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
    expect(html.indexOf("غير متصل") < html.indexOf("You’re offline")).toBe(locale === "ar");
    expect(html).toContain('<a href="">');
    expect(html).not.toMatch(/<script|<link|<img| style=/);
  },
);
