import { prerender } from "react-dom/static";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { defaultSettings } from "#features/settings/settings.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import { siteMenu, type MenuEntry } from "#site/menu.ts";
import { SiteLayout } from "#site/site-layout.tsx";
import routes from "./routes.ts";

/** Paths of all pages, without optional segments. */
const pagePaths = new Set(routes.map(({ path }) => path?.replace(/^ar\??\/?/, "/").replace(/\/:\w+\?$/, "")));
const isNoPage = (path: string) => !pagePaths.has(path.replace(/#.*/, ""));

it("R-14 every entry of the menu leads to a page", () => {
  const paths = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap((entry) => [entry.path, ...paths(entry.children ?? [])]);
  expect(paths(siteMenu).filter(isNoPage)).toEqual([]);
});

it("R-09 every link of the app shell leads to a page, in the page's language", async () => {
  const Stub = createRoutesStub([
    { path: "*", Component: () => <SiteLayout settings={defaultSettings}>the page</SiteLayout> },
  ]);
  const html = await inLocale("ar", async () => {
    const { prelude } = await prerender(
      <LocaleContext value="ar">
        <Stub initialEntries={["/ar/courses"]} />
      </LocaleContext>,
    );
    return new Response(prelude).text();
  });
  const internalLinks = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].flatMap(([, href]) =>
    href && href !== "/courses" ? [href] : [],
  );
  expect(internalLinks.length).toBeGreaterThan(15);
  expect(internalLinks.filter((href) => !/^\/ar(\/|$)/.test(href) || isNoPage(href.slice(3) || "/"))).toEqual([]);
});
