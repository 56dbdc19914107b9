/** Checks of every public page, and the behaviour of text pages, news and search. */
import { m } from "#messages";
import { isFullRun } from "#test/open-database.ts";
import { waitUntilLoaded } from "./support/buying.ts";
import { contentPages, ownPages, publicPages } from "./support/pages.ts";
import { expect, test } from "./support/test.ts";
import { expectStill, selectViewports, viewports, type Viewport, type Visitor } from "./support/visitor.ts";

/** Pages whose own texts have Latin letters, such as the name of a law or the words of a search. */
const textPages = [...contentPages, "/news?page=2", "/news?search=ward", "/search?q=zzzz"];
const allPages = [...publicPages, ...textPages, "/cart", "/forget-password", "/no-such-page"];
/** Pages made of the same parts as one that every run checks: mission, privacy policy or news. */
const similarPages = new Set(["/vision", "/core-values", "/terms-and-conditions", "/news?page=2"]);
const pages = allPages.filter((path) => isFullRun || !similarPages.has(path));
/** Pages that must have no bold text on the first screen of a phone: it would wait for the file of the boldest font. */
const pagesWithoutBold = new Set([
  "/",
  "/courses",
  "/news?search=ward",
  "/medical-training-center",
  "/nama-learning-management",
  "/digital-health-solutions",
  "/hospital-information-system",
  "/about-us",
]);

/** Texts in bold on the first screen. */
const boldTexts = ({ page }: Visitor) =>
  page.locator("header *, main *").evaluateAll((elements) =>
    elements.flatMap((element) => {
      const ownTexts = [...element.childNodes]
        .filter(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim())
        .map(({ textContent }) => textContent);
      const { top, bottom, left, right, width } = element.getBoundingClientRect();
      const isSeen =
        width > 0 &&
        bottom > 0 &&
        top < innerHeight &&
        right > 0 &&
        left < innerWidth &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isSeen && Number(getComputedStyle(element).fontWeight) >= 600 ? ownTexts : [];
    }),
  );

/** Texts that contain Latin words and are not marked as English, and attributes that contain Latin words. */
const latinTexts = ({ page }: Visitor) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? "";
      if (parent && !parent.closest("script, style, noscript, [lang=en]") && /[A-Za-z]{2}/.test(text))
        texts.push(text.trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]")) {
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        if (/[A-Za-z]{2}/.test(element.getAttribute(name) ?? "")) texts.push(`${name}: ${element.getAttribute(name)}`);
    }
    return [...new Set(texts)];
  });
/** Texts that are the same in every language: mailboxes, certificate numbers, and what people wrote themselves. */
const sameInEveryLanguage =
  /^[\w.+-]+@[\w.-]+$|^SN$|Sara|Nasser|Riyadh|Example|DEMO-CPD-\d+|^MM \/ YY$|placeholder: (MM|YYYY)$|^(mada|VISA)$|PDF|^aria-label: (LinkedIn|YouTube|X)$|^English$/;

/** Opens a page and checks what must hold on every page. */
async function openAndCheck(visitor: Visitor, path: string): Promise<void> {
  const { page, locale, width } = visitor;
  await visitor.open(path);
  await waitUntilLoaded(visitor);
  if (width < 768 && pagesWithoutBold.has(path)) expect([path, await boldTexts(visitor)]).toEqual([path, []]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await visitor.checkPage(path);
  await expect(page.locator("h1"), path).toHaveCount(1);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, path).toBeLessThanOrEqual(0);
  if (locale !== "ar" || textPages.includes(path)) return;
  expect([path, (await latinTexts(visitor)).filter((text) => !sameInEveryLanguage.test(text))]).toEqual([path, []]);
}

for (const viewport of selectViewports("ar", viewports))
  test.describe(`public pages (${viewport.locale}, ${viewport.width} px)`, () => {
    test("C-01 C-02 C-03 C-04 C-05 C-06 C-07 C-08 C-09 C-10 C-12 E-03 E-04 R-16 pass axe, without layout shift, console errors, sideways scrolling or English text on Arabic pages", async ({
      visit,
      site,
    }) => {
      test.setTimeout(240_000);
      const visitor = await visit(site, viewport);
      visitor.allowStatus(new URL(visitor.url("/no-such-page")).pathname, 404);
      for (const path of pages) await openAndCheck(visitor, path);
    });

    test("E-03 a short page does not move while its footer arrives", { tag: "@all" }, async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      await visitor.open("/thank-you");
      const heights = await visitor.page.evaluate(() => {
        const [main, footer] = [document.querySelector("main"), document.querySelector("footer")];
        if (!main || !footer) throw new Error("no frame");
        const complete = main.offsetHeight;
        // The footer as it is when the parser pauses for the page's first picture: without its content.
        for (const part of footer.querySelectorAll<HTMLElement>(":scope > div")) part.hidden = true;
        const withEmptyFooter = main.offsetHeight;
        footer.style.minHeight = "0";
        return { complete, withEmptyFooter, withoutFooterHeight: main.offsetHeight };
      });
      expect(heights.withEmptyFooter).toBe(heights.complete);
      // Negative control: above a footer without a minimum height, `main` grows.
      expect(heights.withoutFooterHeight).toBeGreaterThan(heights.complete);
    });

    test(
      "C-09 the slider of popular stories goes forward and back and stops at its ends",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        await visitor.open("/news");
        const slider = visitor.page.getByRole("region", {
          name: m.content_news_popular_list({}, { locale: viewport.locale }),
        });
        const count = await slider.getByRole("listitem").count();
        const [back, forward] = [slider.getByRole("button").first(), slider.getByRole("button").last()];
        await expect(back).toBeDisabled();
        for (let slide = 2; slide <= count; slide++) {
          await forward.click();
          await expect(slider.getByText(`${slide} / ${count}`)).toBeVisible();
        }
        await expect(forward).toBeDisabled();
        await back.click();
        await expect(slider.getByText(`${count - 1} / ${count}`)).toBeVisible();
      },
    );
  });

/**
 * Arabic because of the check for English texts, and wide because the public pages are checked on a phone. With
 * `npm run test:all` all viewports.
 */
const ownPageViewports: readonly Viewport[] = isFullRun ? viewports : [{ locale: "ar", width: 1440 }];
for (const viewport of ownPageViewports)
  test(`E-03 E-04 R-16 pages of someone logged in pass axe, without console errors, failed requests or layout shift (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    site,
    owner,
  }) => {
    const visitor = await visit(site, { ...viewport, as: owner.person });
    visitor.allowStatus("/api/order_details", 404);
    visitor.allowStatus("/api/order-documents", 404);
    const course = "/courses/patient-safety-essentials";
    const publicPaths = isFullRun ? ["/", course, "/login", "/register"] : [];
    for (const path of [...publicPaths, ...ownPages(owner), "/my-courses/999999"]) await openAndCheck(visitor, path);
  });

test("C-03 Enter opens a question of the FAQ and closes the open one, and a hash in the address opens its question", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site);
  await visitor.open("/faq");
  const rows = visitor.page.getByRole("main").locator("details");
  const open = () =>
    rows.evaluateAll((all) =>
      all.flatMap((row, index) => (row instanceof HTMLDetailsElement && row.open ? [index] : [])),
    );
  await expect.poll(open).toEqual([0]);
  await rows.nth(1).locator("summary").focus();
  await visitor.page.keyboard.press("Enter");
  await expect.poll(open).toEqual([1]);
  const id = await visitor.page.locator("[id^=question-]").nth(2).getAttribute("id");
  await visitor.open(`/faq#${id}`);
  await expect.poll(open).toEqual([2]);
});

test("C-02 the table of contents marks the heading in view", async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/privacy-policy");
  const current = visitor.page.locator("nav a[aria-current=location]");
  await expect(current).toHaveAttribute("href", "#part-1");
  await visitor.page.locator("#part-4").evaluate((heading) => heading.scrollIntoView());
  await expect(visitor.page.locator('nav a[aria-current=location][href="#part-4"]')).toBeVisible();
});

test(
  "C-10 a search from the header opens /search, with its words in the box and the address",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    await visitor.open("/faq");
    await visitor.page.getByRole("button", { name: "Search" }).click();
    await expect(visitor.page.getByRole("banner").getByRole("searchbox")).toBeFocused();
    await visitor.page.keyboard.type("audit");
    await visitor.page.keyboard.press("Enter");
    await visitor.page.waitForURL("**/search?q=audit");
    await expect(visitor.page.getByRole("main").getByRole("searchbox")).toHaveValue("audit");
  },
);

test("C-09 a news search is in the address, and Back restores the list", async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/news");
  const box = visitor.page.getByRole("main").getByRole("searchbox");
  await box.fill("near miss");
  await box.press("Enter");
  await visitor.page.waitForURL("**/news?search=near+miss");
  await visitor.page.goBack();
  await visitor.page.waitForURL("**/news");
  await expect(box).toHaveValue("");
});

test("E-04 negative control: the page check finds each fault", async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/faq");
  const rules = {
    "image-alt": '<img src="data:,">',
    "color-contrast": '<p class="faint">Hardly to be read</p>',
    "button-name": "<button></button>",
    label: "<input>",
    list: "<ul><p>No entry</p></ul>",
  };
  await visitor.page.evaluate(() => document.styleSheets[0]?.insertRule(".faint { color: #bbb; background: #fff }"));
  for (const [rule, html] of Object.entries(rules)) {
    await visitor.page.evaluate((text) => {
      const container =
        document.querySelector("#fault") ??
        document.querySelector("main")?.appendChild(Object.assign(document.createElement("section"), { id: "fault" }));
      if (container) container.innerHTML = text + text;
    }, html);
    const violations = await visitor.checkPage(rule).then(
      () => [],
      ({ matcherResult }: { matcherResult: { actual: string[] } }) => matcherResult.actual,
    );
    // axe reports both elements, not only the first.
    expect(violations.map((text) => [text.split(":")[0], text.split(/Fix (?:any|all)/).length - 1])).toEqual([
      [rule, 2],
    ]);
  }
});

test("E-03 negative control: movement not caused by a click counts as layout shift, also after a response", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/faq");
  await expectStill(page, "before");
  await page.evaluate(async () => {
    await (await fetch("/healthz")).text();
    document
      .querySelector("main")
      ?.prepend(Object.assign(document.createElement("p"), { textContent: "Late and above everything" }));
  });
  await expect
    .poll(() =>
      expectStill(page, "after").then(
        () => "still",
        () => "moved",
      ),
    )
    .toBe("moved");
});
