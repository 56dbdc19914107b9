/** The page head in a browser: it follows every navigation; sitemap and feeds are valid. */
import { expect, test } from "./support/test.ts";
import { selectLocales, type Visitor } from "./support/visitor.ts";

const head = ({ page }: Visitor) =>
  page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((tag) => tag.getAttribute(attribute));
    return {
      title: document.title,
      description: all('meta[name="description"]', "content"),
      keywords: all('meta[name="keywords"]', "content"),
      canonical: all('link[rel="canonical"]', "href"),
      image: all('meta[property="og:image"]', "content"),
      robots: all('meta[name="robots"]', "content"),
      blocks: document.querySelectorAll('script[type="application/ld+json"]').length,
    };
  });

for (const locale of selectLocales("en"))
  test.describe(`the head (${locale})`, () => {
    test("R-07 title, description and keywords change on every client navigation, and back", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { locale });
      await visitor.open("/faq");
      const before = await head(visitor);
      expect(before.blocks).toBe(1);
      const documents = () => visitor.requests.filter((request) => request.resourceType() === "document").length;
      const opened = documents();
      await visitor.page.getByRole("contentinfo").locator('a[href$="/news"]').first().click();
      await visitor.page.waitForURL("**/news");
      await expect.poll(() => head(visitor)).toMatchObject({ canonical: [visitor.url("/news")], blocks: 0 });
      const news = await head(visitor);
      for (const key of ["title", "description", "keywords", "image"] as const)
        expect([key, news[key]]).not.toEqual([key, before[key]]);
      for (const key of ["description", "keywords", "image"] as const) expect(news[key]).toHaveLength(1);

      await visitor.page.getByRole("main").locator('a[href*="/news/"]').first().click();
      await visitor.page.waitForURL("**/news/*");
      await expect.poll(async () => (await head(visitor)).title).not.toBe(news.title);
      await visitor.page.goBack();
      await expect.poll(() => head(visitor)).toEqual(news);
      expect(documents()).toBe(opened);
    });

    test("R-07 noindex is set only on its own page", async ({ visit, site }) => {
      const visitor = await visit(site, { locale });
      await visitor.open("/login");
      expect(await head(visitor)).toMatchObject({ robots: ["noindex"], canonical: [], blocks: 0 });
      await visitor.page.locator('a[href$="/privacy-policy"]').first().click();
      await visitor.page.waitForURL("**/privacy-policy");
      await expect.poll(() => head(visitor)).toMatchObject({ robots: [], canonical: [visitor.url("/privacy-policy")] });
    });
  });

test("sitemap and feeds are well-formed XML for a browser", async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/news");
  const roots = await visitor.page.evaluate(async () => {
    const parse = async (path: string) => {
      const xml = new DOMParser().parseFromString(await (await fetch(path)).text(), "application/xml");
      return (
        xml.querySelector("parsererror")?.textContent ??
        `${xml.documentElement.namespaceURI} ${xml.documentElement.localName} ${xml.documentElement.children.length > 10}`
      );
    };
    return Promise.all(["/sitemap.xml", "/news/feed.xml", "/ar/news/feed.xml"].map(parse));
  });
  expect(roots).toEqual([
    "http://www.sitemaps.org/schemas/sitemap/0.9 urlset true",
    "http://www.w3.org/2005/Atom feed true",
    "http://www.w3.org/2005/Atom feed true",
  ]);
});
