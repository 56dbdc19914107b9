import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { busyPage, databaseAwayPage, standaloneErrorPage } from "./standalone-error.server.ts";

it.each(["en", "ar"] as const)("the error page in %s starts in its language, and loads nothing", async (locale) => {
  const response = standaloneErrorPage(locale, `"><script>alert(1)</script>`);
  expect(response.status).toBe(500);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(html).toContain(locale === "ar" ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
  expect(html.indexOf("حدث خطأ") < html.indexOf("Something went wrong on")).toBe(locale === "ar");
  expect(html).not.toMatch(/<script|<link|<img| style=/);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(response.headers.get("content-security-policy")).toContain(
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
});

const retryPages = [
  { why: "a busy site", page: busyPage, en: "The site is very busy", ar: "الموقع مزدحم الآن" },
  {
    why: "a database that is away",
    page: databaseAwayPage,
    en: "This page is not available",
    ar: "هذه الصفحة غير متاحة",
  },
];
it.each(retryPages.flatMap((one) => (["en", "ar"] as const).map((locale) => ({ ...one, locale }))))(
  "F-03 the page for $why in $locale starts in its language, and says when to retry",
  async ({ page, en, ar, locale }) => {
    await page(locale);
    const response = await page(locale);
    expect([response.status, response.headers.get("retry-after"), response.headers.get("cache-control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    const html = await response.text();
    expect(html).toContain(locale === "ar" ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
    expect(html.indexOf(ar) < html.indexOf(en)).toBe(locale === "ar");
    expect(html).not.toMatch(/<script|<link|<img| style=|undefined/);
  },
);
