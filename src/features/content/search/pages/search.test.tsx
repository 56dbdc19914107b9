/** The search page, from results to the rendered page. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import { pageProps } from "#test/page-props.ts";
import { parseQuery, type SearchResults } from "../search.ts";
import Search from "./search.tsx";

type Props = Parameters<typeof Search>[0];

const hit = (title: string, url: string, image: string | null = null) => ({
  title,
  markedTitle: title.replace("audit", "<mark>audit</mark>"),
  excerpt: `About the <mark>audit</mark> &amp; more.`,
  url,
  image,
  lang: "en" as const,
});
const searchResults: SearchResults = {
  total: 6,
  didYouMean: null,
  groups: [
    {
      type: "course",
      total: 4,
      hits: [
        hit("Clinical audit", "/courses/clinical-audit", "clinical-audit-1"),
        hit("Indicators", "/courses/indicators", "indicators-1"),
      ],
    },
    { type: "news", total: 1, hits: [hit("Five questions", "/news/five-questions")] },
    { type: "faq", total: 1, hits: [hit("How soon?", "/faq#question-3")] },
  ],
};

function render(path: string, answer: SearchResults | null): string {
  const locale = path.startsWith("/ar") ? "ar" : "en";
  const query = parseQuery(new URL(path, "http://test").searchParams);
  const Stub = createRoutesStub([
    { path: "*", Component: () => <Search {...pageProps<Props>({ query, results: answer })} /> },
  ]);
  return inLocale(locale, () =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <Stub initialEntries={[path]} />
      </LocaleContext>,
    ),
  );
}

it("C-10 keeps the words in the box, and groups hits with the match marked", () => {
  const html = render("/search?q=audit", searchResults);
  expect(html).toMatch(/<input[^>]*value="audit"/);
  expect([...html.matchAll(/<h2[^>]*>([^<]*)/g)].map((match) => match[1])).toEqual(["Courses", "News", "FAQ"]);
  expect(html).toContain("About the <mark>audit</mark> &amp; more.");
  expect(html).toContain(">Clinical <mark>audit</mark></span>");
  expect(html).toContain("/admin/images/courses/clinical-audit-1-320.avif");
  for (const href of ["/courses/clinical-audit", "/news/five-questions", "/faq#question-3"])
    expect(html).toContain(`href="${href}"`);
});

it("C-10 the filter shows counts per kind and links to all hits of one", () => {
  const html = render("/search?q=audit", searchResults);
  expect(html).toMatch(/aria-current="true"[^>]*>All<span[^>]*>6</);
  expect(html).toMatch(/href="\/search\?q=audit&amp;type=course"[^>]*>Courses<span[^>]*>4</);
  expect(html).not.toContain(">Pages<");
  expect(html).toContain("All 4 courses");
  const courses = render("/search?q=audit&type=course", searchResults);
  expect([...courses.matchAll(/<h2[^>]*>([^<]*)/g)].map((match) => match[1])).toEqual(["Courses"]);
  expect(courses).not.toContain("All 4 courses");
});

it("C-10 U-02 without hits it shows No Results Found, keeps the words, and links to the courses with them", () => {
  const html = render("/search?q=cardiolgy", { total: 0, groups: [], didYouMean: null });
  expect(html).toMatch(/<h2[^>]*>No Results Found</);
  for (const href of ["/courses", "/faq", "/contact-us"]) expect(html).toContain(`href="${href}"`);
  expect(html).toContain('href="/courses?q=cardiolgy"');
  expect(html).toMatch(/<input[^>]*value="cardiolgy"/);
});

it("C-10 without words it links to the courses, and does not say No Results Found", () => {
  const html = render("/search", null);
  expect(html).not.toContain("No Results Found");
  expect(html).toContain('href="/courses"');
});

it("C-10 shows which words were searched instead of a misspelling", () => {
  expect(render("/search?q=audt", { ...searchResults, didYouMean: "audit" })).toContain(
    "Showing results for “\u2068audit\u2069”",
  );
});

it("F-48 a hit shows its place as words, not as an address", () => {
  const pages = {
    type: "page" as const,
    total: 2,
    hits: [hit("Core values", "/core-values"), hit("Privacy policy", "/privacy-policy")],
  };
  const trails = (path: string) =>
    [
      ...render(path, { ...searchResults, groups: [...searchResults.groups, pages] }).matchAll(
        /truncate text-xs[^>]*>(.*?)<\/span>/g,
      ),
    ].map(([, html]) => html?.replaceAll(/<[^>]*>/g, ""));
  expect(trails("/search?q=audit")).toEqual([
    "Courses › Clinical audit",
    "Courses › Indicators",
    "News › Five questions",
    "FAQ › How soon?",
    "About us › Core values",
    "Home › Privacy policy",
  ]);
  expect(trails("/ar/search?q=audit")[0]).toBe("الدورات › Clinical audit");
  expect(render("/search?q=audit", searchResults)).not.toContain("courses / ");
});

it("C-10 marks an English hit as English on an Arabic page", () => {
  const html = render("/ar/search?q=audit", searchResults);
  expect(html).toContain('<span lang="en" dir="ltr" class="grid');
  expect(html).toContain('href="/ar/courses/clinical-audit"');
});
