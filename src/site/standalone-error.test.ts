import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { busyPage, standaloneErrorPage } from "./standalone-error.server.ts";

it.each(["en", "ar"] as const)(
  "the error page in %s says what to do, in its language first, and loads nothing",
  async (locale) => {
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
  },
);

it.each(["en", "ar"] as const)(
  "F-03 the page of a busy site in %s says so in its language first, and when to come again",
  async (locale) => {
    await busyPage(locale);
    const response = await busyPage(locale);
    expect([response.status, response.headers.get("retry-after"), response.headers.get("cache-control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    const html = await response.text();
    expect(html).toContain(locale === "ar" ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
    expect(html.indexOf("الموقع مزدحم الآن") < html.indexOf("The site is very busy")).toBe(locale === "ar");
    expect(html).not.toMatch(/<script|<link|<img| style=|undefined/);
  },
);
