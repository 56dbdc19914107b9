/** The search: from the header to results with kinds and marks, no results, and the lists of courses and news. */
import { m } from "#messages";
import { expect, test } from "./support/test.ts";
import { selectViewports, ready, type Visitor } from "./support/visitor.ts";

const words = {
  en: {
    term: "audit",
    typo: "infecton",
    meant: "infection",
    nonsense: "zzzzqqqq",
    course: "/courses/patient-safety-essentials",
    // The whole name, because other journeys create courses about patient safety.
    misspelt: "patient safty essentials",
    newsTypo: "hospitl",
  },
  ar: {
    term: "التدقيق",
    typo: "الاعتمماد",
    meant: "الاعتماد",
    nonsense: "قققققق",
    course: "/ar/courses/patient-safety-essentials",
    misspelt: "أساسيات سلاممة المرضى",
    newsTypo: "الاعتمماد",
  },
};
const box = ({ page }: Visitor) => page.getByRole("main").getByRole("searchbox");
const query = ({ page }: Visitor) => new URL(page.url()).searchParams;
const readSidewaysOverflow = ({ page }: Visitor) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const viewport of selectViewports("en"))
  test.describe(`the search (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };
    const { term, typo, meant, nonsense, course, misspelt, newsTypo } = words[viewport.locale];

    test(
      "C-10 a search without results says No Results Found, keeps its words and offers other pages",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        await visitor.open(`/search?q=${nonsense}`);
        const { page } = visitor;
        await expect(page.getByRole("heading", { name: m.search_empty({}, t), exact: true })).toBeVisible();
        if (viewport.locale === "en") expect(m.search_empty({}, t)).toBe("No Results Found");
        await expect(box(visitor)).toHaveValue(nonsense);
        expect(query(visitor).get("q")).toBe(nonsense);
        await visitor.checkPage("nothing found");
        await page
          .getByRole("main")
          .getByRole("link", { name: m.search_way_courses({}, t) })
          .click();
        await page.waitForURL(visitor.url("/courses"));
      },
    );

    test(
      "C-10 code, symbols, control characters and long words in the address do not break the page",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        for (const hostile of [
          "'; drop table course; --",
          "((( & | ! <-> :*",
          "\u202eaudit\u202c",
          "😀",
          "%00",
          "a".repeat(500),
        ])
          await test.step(JSON.stringify(hostile), async () => {
            await visitor.open(`/search?q=${hostile === "%00" ? hostile : encodeURIComponent(hostile)}`);
            await expect(box(visitor)).toBeVisible();
            expect(await readSidewaysOverflow(visitor)).toBeLessThanOrEqual(0);
          });
      },
    );

    test("R-10 C-10 a keyboard search from the header groups results, highlights the words and keeps them in the search box and the URL", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await visitor.open("/mission");
      await page
        .getByRole("banner")
        .getByRole("button", { name: m.common_action_search({}, t), exact: true })
        .press("Enter");
      const headerBox = page.getByRole("banner").getByRole("searchbox");
      await expect(headerBox).toBeFocused();
      // Typed text runs in its own direction, whatever the direction of the page.
      for (const [text, direction] of [
        ["سلامة المرضى", "rtl"],
        ["patient safety", "ltr"],
      ] as const) {
        await headerBox.fill(text);
        expect(await headerBox.evaluate((input) => getComputedStyle(input).direction)).toBe(direction);
      }
      await headerBox.fill("");
      await page.keyboard.type(term);
      await page.keyboard.press("Enter");
      await page.waitForURL(visitor.url(`/search?q=${encodeURIComponent(term)}`));
      await expect(page.getByRole("heading", { level: 2, name: m.common_courses({}, t), exact: true })).toBeVisible();
      await expect(box(visitor)).toHaveValue(term);
      const marks = await page.locator("main mark").allTextContents();
      expect(marks.length).toBeGreaterThan(3);
      for (const mark of marks) expect(mark.toLowerCase()).toContain(viewport.locale === "ar" ? "دقيق" : term);
      expect(await page.locator("main h2").count()).toBeGreaterThan(1);
      expect(await readSidewaysOverflow(visitor)).toBeLessThanOrEqual(0);
      await visitor.checkPage("results");
      await page.reload();
      await ready(page);
      await expect(box(visitor)).toHaveValue(term);
    });

    test(
      "C-10 a chosen kind of result is in the address, and Back shows all kinds",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        await visitor.open(`/search?q=${term}`);
        const types = page.getByRole("navigation", { name: m.search_types({}, t) });
        await types.getByRole("link", { name: m.common_courses({}, t) }).press("Enter");
        await page.waitForURL((url) => url.searchParams.get("type") === "course");
        await page.waitForFunction(() => document.querySelectorAll("main h2").length === 1);
        expect(query(visitor).get("q")).toBe(term);
        await expect(types.locator("[aria-current]").filter({ hasText: m.common_courses({}, t) })).toBeVisible();
        await visitor.checkPage("one kind");
        await page.goBack();
        await page.waitForFunction(() => document.querySelectorAll("main h2").length > 1);
        await visitor.open(`/search?q=${term}&type=faq`);
        await expect(types.getByRole("link", { name: m.search_type_all({}, t) })).toBeVisible();
      },
    );

    test("C-10 a typo is corrected with a note, and the first result opens by keyboard", async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await visitor.open(`/search?q=${typo}`);
      await expect(page.getByText(m.search_corrected({ words: `\u2068${meant}\u2069` }, t))).toBeVisible();
      await expect(box(visitor)).toHaveValue(typo);
      await visitor.open(`/search?q=${misspelt}`);
      const first = page.locator("main li a[href*='/courses/']").first();
      await expect(first).toHaveAttribute("href", course);
      await first.press("Enter");
      await page.waitForURL(site.url + course);
    });

    test(
      "L-01 C-09 the lists of courses and news tolerate the same typos",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        await visitor.open(`/courses?q=${misspelt}`);
        await expect(visitor.page.locator(`main a[href^="${course}"]`).first()).toBeVisible();
        await expect(box(visitor)).toHaveValue(misspelt);
        await visitor.open(`/news?search=${newsTypo}`);
        await expect(visitor.page.locator("main a[href*='/news/']").first()).toBeVisible();
      },
    );
  });

test("a search box on an Arabic page stays right-aligned beside its icon, whatever is typed", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site, { locale: "ar", width: 390 });
  for (const [path, name] of [
    ["/courses", "q"],
    ["/news", "search"],
    ["/no-such-page", "q"],
  ] as const) {
    if (path === "/no-such-page") visitor.allowStatus("/ar/no-such-page", 404);
    await visitor.open(path);
    const input = visitor.page.locator(`main [name="${name}"]`);
    const getStyle = () =>
      input.evaluate((element) => {
        const { direction, textAlign, paddingRight } = getComputedStyle(element);
        return { direction, textAlign, paddingRight };
      });
    expect(await getStyle(), `${path}, empty`).toEqual({ direction: "rtl", textAlign: "right", paddingRight: "44px" });
    await input.fill("infection");
    expect(await getStyle(), `${path}, Latin`).toEqual({ direction: "ltr", textAlign: "right", paddingRight: "44px" });
    await input.fill("سلامة المرضى.");
    expect(await getStyle(), `${path}, Arabic`).toEqual({ direction: "rtl", textAlign: "right", paddingRight: "44px" });
  }
});
