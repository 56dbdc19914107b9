/** Markup of the learning management page. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import NamaLearningManagement from "./nama-learning-management.tsx";

function render(locale: Locale): string {
  const Stub = createRoutesStub([{ path: "*", Component: NamaLearningManagement }]);
  return inLocale(locale, () =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <Stub initialEntries={[locale === "ar" ? "/ar" : "/"]} />
      </LocaleContext>,
    ),
  );
}
/** Returns the visible text and the accessible names. */
const toText = (html: string) =>
  `${html.replace(/<[^>]*>/g, " ")} ${[...html.matchAll(/aria-label="([^"]*)"/g)].map((match) => match[1]).join(" ")}`;

it.each(["en", "ar"] as const)(
  "C-06 shows three features, each with a labelled picture of a screen, and four steps (%s)",
  (locale) => {
    const html = render(locale);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const screens = [...html.matchAll(/role="img" aria-label="([^"]{60,})"/g)].map((match) => match[1]);
    expect(new Set(screens).size).toBe(3);
    const backgrounds = [...html.matchAll(/role="img"[^>]*class="[^"]*(bg-[\w-]+)"/g)].map((match) => match[1]);
    expect(new Set(backgrounds).size).toBe(3);
    expect(/<ol class="grid[\s\S]*?<\/ol>/.exec(html)?.[0].match(/<h3/g)).toHaveLength(4);
  },
);

it("C-06 offers a demo at start and end, and links to the training centre", () => {
  const html = render("en");
  expect(html.match(/<button[^>]*aria-haspopup="dialog"[^>]*>/g)).toHaveLength(2);
  expect(html).toMatch(/href="\/medical-training-center"/);
});

it("C-06 contains no English word in Arabic", () => {
  expect(toText(render("ar")).match(/[a-z]{2,}/gi)).toBeNull();
});
