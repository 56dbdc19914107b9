import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it, onTestFinished, vi } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import { ErrorPage } from "./error-page.tsx";

function render(locale: "en" | "ar", status = 404): string {
  const path = locale === "ar" ? "/ar/no-such-page" : "/no-such-page";
  const Stub = createRoutesStub([{ path: "*", Component: () => <ErrorPage status={status} /> }]);
  return inLocale(locale, () =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <Stub initialEntries={[path]} />
      </LocaleContext>,
    ),
  );
}
const sections = [
  "/courses",
  "/medical-training-center",
  "/digital-health-solutions",
  "/consultancy-services",
  "/news",
  "/faq",
  "/contact-us",
];

it("F-48 the 404 page links to the main sections, in the page's language", () => {
  const findNavLinks = (html: string) =>
    [
      ...(/<nav aria-label="(?:Main sections|أقسام الموقع)">(.*?)<\/nav>/s.exec(html)?.[1] ?? "").matchAll(
        /<a [^>]*href="([^"]+)"/g,
      ),
    ].map(([, href]) => href);
  expect(findNavLinks(render("en"))).toEqual(sections);
  expect(findNavLinks(render("ar"))).toEqual(sections.map((path) => `/ar${path}`));
});

it("F-48 the 404 page has a search form that works without JavaScript; a 500 page has none", () => {
  for (const [locale, action] of [
    ["en", "/search"],
    ["ar", "/ar/search"],
  ] as const) {
    const form = /<form.*?<\/form>/s.exec(render(locale))?.[0] ?? "";
    expect(form).toContain(`action="${action}"`);
    expect(form).toMatch(/<input[^>]*name="q"/);
    expect(form).toContain('type="submit"');
    expect(form).not.toContain("method=");
  }
  expect(render("en", 500)).not.toContain("<form");
});

it("U-23 offline, a 500 page says so and does not blame the site; a 404 page stays the same", () => {
  vi.stubGlobal("navigator", { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(render("en", 500)).toContain("You’re offline");
  expect(render("ar", 500)).toContain("أنت غير متصل بالإنترنت");
  expect(render("ar", 500)).not.toContain("حدث خطأ من جهتنا");
  expect(render("en", 404)).not.toContain("offline");
  vi.stubGlobal("navigator", { onLine: true });
  expect(render("en", 500)).toContain("Something went wrong on our side.");
});
