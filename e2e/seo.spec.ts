/** The page head after client navigations; sitemap and feeds as XML. */
import { expect, test } from "./support/test.ts";
import { selectLocales, type Visitor } from "./support/visitor.ts";

const readHead = ({ page }: Visitor) =>
  page.evaluate(() => {
    const readAttributes = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((tag) => tag.getAttribute(attribute));
    return {
      title: document.title,
      description: readAttributes('meta[name="description"]', "content"),
      keywords: readAttributes('meta[name="keywords"]', "content"),
      canonical: readAttributes('link[rel="canonical"]', "href"),
      image: readAttributes('meta[property="og:image"]', "content"),
      robots: readAttributes('meta[name="robots"]', "content"),
      jsonLdCount: document.querySelectorAll('script[type="application/ld+json"]').length,
    };
  });

for (const locale of selectLocales("en"))
  test.describe(`the head (${locale})`, () => {
    test("R-07 title, description, keywords and image change on client navigation, and Back restores them", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { locale });
      await visitor.open("/faq");
      const faq = await readHead(visitor);
      expect(faq.jsonLdCount).toBe(1);
      const countDocuments = () => visitor.requests.filter((request) => request.resourceType() === "document").length;
      const documentsBefore = countDocuments();
      await visitor.page.getByRole("contentinfo").locator('a[href$="/news"]').first().click();
      await visitor.page.waitForURL("**/news");
      await expect.poll(() => readHead(visitor)).toMatchObject({ canonical: [visitor.url("/news")], jsonLdCount: 0 });
      const news = await readHead(visitor);
      for (const key of ["title", "description", "keywords", "image"] as const)
        expect([key, news[key]]).not.toEqual([key, faq[key]]);
      for (const key of ["description", "keywords", "image"] as const) expect(news[key]).toHaveLength(1);

      await visitor.page.getByRole("main").locator('a[href*="/news/"]').first().click();
      await visitor.page.waitForURL("**/news/*");
      await expect.poll(async () => (await readHead(visitor)).title).not.toBe(news.title);
      await visitor.page.goBack();
      await expect.poll(() => readHead(visitor)).toEqual(news);
      expect(countDocuments()).toBe(documentsBefore);
    });

    test("R-07 noindex of Login is gone after a client navigation", async ({ visit, site }) => {
      const visitor = await visit(site, { locale });
      await visitor.open("/login");
      expect(await readHead(visitor)).toMatchObject({ robots: ["noindex"], canonical: [], jsonLdCount: 0 });
      await visitor.page.locator('a[href$="/privacy-policy"]').first().click();
      await visitor.page.waitForURL("**/privacy-policy");
      await expect
        .poll(() => readHead(visitor))
        .toMatchObject({ robots: [], canonical: [visitor.url("/privacy-policy")] });
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
