import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { defaultSettings, type PublicSettings } from "#features/settings/settings.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { localeFromPath } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { MenuList } from "./header/menu-content.tsx";
import { siteMenu } from "./menu.ts";
import { SiteLayout } from "./site-layout.tsx";

const settings: PublicSettings = {
  ...defaultSettings,
  socialLinks: [
    { network: "linkedin", url: "https://linkedin.example.com/nama" },
    { network: "x", url: "https://x.example.com/nama" },
    { network: "youtube", url: "https://youtube.example.com/nama" },
  ],
};

/** Renders with the parts that are loaded on demand, as the server does. */
function render(path: string, publicSettings: PublicSettings | null = settings): Promise<string> {
  const locale = localeFromPath(path.split("?")[0] ?? path);
  const Stub = createRoutesStub([
    { path: "*", Component: () => <SiteLayout settings={publicSettings}>the page</SiteLayout> },
  ]);
  return inLocale(locale, async () => {
    const { prelude } = await prerender(
      <LocaleContext value={locale}>
        <Stub initialEntries={[path]} />
      </LocaleContext>,
    );
    return new Response(prelude).text();
  });
}
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? "");
const extractElement = (html: string, tag: string) => new RegExp(`<${tag}[ >][\\s\\S]*</${tag}>`).exec(html)?.[0] ?? "";

it("R-08 on login pages the header contains only Login and Register", async () => {
  for (const path of ["/login", "/register/", "/forget-password", "/reset-password-form/abc"])
    expect(hrefs(extractElement(await render(path), "header"))).toEqual(["/login", "/register"]);
  expect(extractElement(await render("/ar/login"), "header")).toContain('aria-current="page"');
  expect(extractElement(await render("/login-help"), "header")).toContain("mailto:");
});

it("R-09 elsewhere the header contains logo, session links, language menu and search button", async () => {
  const header = extractElement(await render("/courses"), "header");
  expect(hrefs(header)).toEqual(expect.arrayContaining(["/", "/login", "/register", "/profile", "/ar/courses"]));
  for (const text of ["Logout", 'aria-label="Search"', '<span class="sr-only">Language: </span>English'])
    expect(header).toContain(text);
});

it("R-13 the footer shows the settings, three social links, and the year in Riyadh", async () => {
  const footer = extractElement(await render("/"), "footer");
  for (const text of [
    settings.addressEng,
    settings.phone,
    settings.email,
    "LinkedIn",
    "YouTube",
    `© ${new Date(Date.now() + 3 * 3_600_000).getUTCFullYear()}`,
  ])
    expect(footer).toContain(text);
  expect(extractElement(await render("/ar"), "footer")).toContain(settings.addressAr);
});

it("R-13 the footer links to news, FAQ, privacy policy and terms, and has the newsletter form", async () => {
  const footer = extractElement(await render("/ar/courses"), "footer");
  expect(hrefs(footer)).toEqual(
    expect.arrayContaining(["/ar/news", "/ar/faq", "/ar/verify", "/ar/privacy-policy", "/ar/terms-and-conditions"]),
  );
  expect(footer).toMatch(/<input[^>]*type="email"/);
  expect(hrefs(footer).filter((href) => href.startsWith("https:"))).toHaveLength(3);
});

it("R-09 Book a demo is a button that opens a dialog", async () => {
  expect(extractElement(await render("/courses"), "header")).toMatch(
    /<button[^>]*aria-haspopup="dialog"[^>]*>Book a demo/,
  );
});

it("R-13 renders without settings, and then has no telephone link", async () => {
  const html = await render("/", null);
  expect(html).toContain("the page");
  expect(html).not.toContain("tel:");
});

it("R-15 each language links to the same page in the other", async () => {
  expect(await render("/ar/courses/")).toMatch(/<a href="\/courses" hrefLang="en"/);
  expect(await render("/")).toMatch(/<a href="\/ar" hrefLang="ar"/);
});

it("R-12 the menu sheet opens one sub-menu at a time, first that of the page", async () => {
  const Stub = createRoutesStub([{ path: "*", Component: () => <MenuList entries={siteMenu} path="/vision" /> }]);
  const html = renderToStaticMarkup(<Stub initialEntries={["/vision"]} />);
  expect([...html.matchAll(/<details name="site-menu"( open="")?/g)].map((match) => match[1] !== undefined)).toEqual([
    true,
    false,
  ]);
});
