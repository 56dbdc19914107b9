/** Finding a course: filters with and without script, bookable courses first, and a course page in print. */
import { m } from "#messages";
import { courseBySlug, post } from "#test/http/client.ts";
import { changeRun } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

const tiles = ({ page }: Visitor) => page.locator("main article, main [role=group][aria-disabled]");
const locateResultCount = ({ page, locale }: Visitor, count: number) =>
  page.getByText(m.catalogue_results({ count }, { locale }), { exact: true });
const expectResultCount = (visitor: Visitor, count: number) => expect(locateResultCount(visitor, count)).toBeVisible();

for (const viewport of selectViewports("ar"))
  test.describe(`the list of courses (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale, width } = viewport;
    const t = { locale };
    const openFilters = async ({ page }: Visitor) => {
      if (width < 768) await page.locator("main summary", { hasText: m.catalogue_filters({}, t) }).click();
    };

    test("N-04 filters go into the address, are counted, and can be removed one by one or all together", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await visitor.open("/courses");
      await openFilters(visitor);
      const placeSelect = page.getByLabel(m.catalogue_filter_place({}, t), { exact: true });
      const option = placeSelect.locator("option[value=Riyadh]");
      await placeSelect.focus();
      await placeSelect.selectOption("Riyadh");
      await page.waitForURL(visitor.url("/courses?place=Riyadh"));
      // Reads the option's count and the result together, because other journeys add courses meanwhile.
      await expect(async () => {
        const count = Number(/\((\d+)\)/.exec((await option.textContent()) ?? "")?.[1]);
        expect(count).toBeGreaterThan(2);
        await expect(locateResultCount(visitor, count)).toBeVisible({ timeout: 100 });
      }).toPass();
      await expect(placeSelect).toBeFocused();
      await visitor.checkPage("courses of a place");

      await page.getByRole("checkbox", { name: m.catalogue_filter_seats({}, t) }).click();
      await page.waitForURL(visitor.url("/courses?place=Riyadh&seats=free"));
      await page.getByLabel(m.catalogue_sort({}, t), { exact: true }).selectOption("price");
      await page.waitForURL(visitor.url("/courses?place=Riyadh&seats=free&sort=price"));
      const { body } = await post(site, "/api/courses", { place: "Riyadh", seats: "free", sort: "price" });
      const listed = body as unknown as { total: number; data: { slug: string }[] };
      await expectResultCount(visitor, listed.total);
      await expect(tiles(visitor).first().getByRole("link")).toHaveAttribute(
        "href",
        new RegExp(`${listed.data[0]?.slug}$`),
      );

      const chosen = page.getByRole("list", { name: m.catalogue_chosen({}, t) });
      await expect(chosen.getByRole("link")).toHaveCount(2);
      await chosen.getByRole("link").first().click();
      await page.waitForURL(visitor.url("/courses?seats=free&sort=price"));
      await page.goBack();
      await expect(placeSelect).toHaveValue("Riyadh");
      await page.getByRole("link", { name: m.catalogue_clear_choices({}, t) }).click();
      await page.waitForURL(visitor.url("/courses?sort=price"));
      await expect(chosen).toHaveCount(0);
    });

    test("U-02 shows that nothing matches and offers the nearest lists with their courses", async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const nearest = page.getByRole("list", { name: m.catalogue_nearest({}, t) }).getByRole("link");
      await visitor.open("/courses?place=Jeddah&month=2099-01&hours=nonsense");
      await expect(page.getByRole("heading", { name: m.common_no_results({}, t) })).toBeVisible();
      await visitor.checkPage("no course fits");
      const { body } = await post(site, "/api/courses", { place: "Jeddah" });
      const count = (body as unknown as { total: number }).total;
      await expect(nearest).toHaveText([
        `${m.catalogue_filter_month({}, t)}: ${m.catalogue_filter_month_all({}, t)} ${m.catalogue_results({ count }, t)}`,
      ]);
      await nearest.focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(visitor.url("/courses?place=Jeddah"));
      await expectResultCount(visitor, count);

      // Finds a course by its trainer's name, which is in no other text of the course.
      await visitor.open(`/courses?q=${encodeURIComponent("هدي الانصاري")}`);
      await expect(tiles(visitor).first()).toBeVisible();
      await visitor.open("/courses?q=zzzzqqqq");
      await nearest.filter({ hasText: m.catalogue_category_quality({}, t) }).click();
      await page.waitForURL(visitor.url("/courses?category=healthcare-quality"));
      await expect(tiles(visitor)).toHaveCount(9);
    });

    test("filters work without script, by form and links", { tag: "@all" }, async ({ visit, site }) => {
      const visitor = await visit(site, { ...viewport, javaScript: false });
      // Without script the browser does not fetch the preloaded scripts, which counts as a failed request.
      visitor.expectFailure(/\/assets\/.+\.js$/);
      const { page } = visitor;
      await visitor.open("/courses");
      await openFilters(visitor);
      await page.getByLabel(m.catalogue_filter_price({}, t), { exact: true }).selectOption("0-1000");
      await page.getByRole("checkbox", { name: m.catalogue_filter_seats({}, t) }).check();
      await page
        .getByRole("main")
        .getByRole("button", { name: m.common_action_search({}, t), exact: true })
        .click();
      await page.waitForURL(/price=0-1000&.*seats=free/);
      const { body } = await post(site, "/api/courses", { price: "0-1000", seats: "free" });
      await expectResultCount(visitor, (body as unknown as { total: number }).total);
      await page
        .getByRole("list", { name: m.catalogue_chosen({}, t) })
        .getByRole("link")
        .first()
        .click();
      await page.waitForURL(visitor.url("/courses?seats=free"));
      await visitor.open("/courses?place=Jeddah&month=2099-01");
      await page
        .getByRole("list", { name: m.catalogue_nearest({}, t) })
        .getByRole("link")
        .click();
      await page.waitForURL(visitor.url("/courses?place=Jeddah"));
    });

    test(
      "N-04 N-05 lists bookable courses first; the home page orders by start date",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        for (const path of ["/courses", "/medical-training-center"]) {
          await visitor.open(path);
          await expect(tiles(visitor).first()).not.toContainText(m.common_sold_out({}, t));
        }
        await visitor.open("/");
        const { body } = await post(site, "/api/courses-by-category", { cat: "healthcare-quality", limit: 4 });
        const featured = (body as unknown as { data: { slug: string; start_date: string }[] }).data;
        expect(featured.map(({ start_date }) => start_date)).toEqual(
          featured.map(({ start_date }) => start_date).toSorted(),
        );
        for (const [at, { slug }] of featured.entries())
          await expect(tiles(visitor).nth(at).getByRole("link")).toHaveAttribute("href", new RegExp(`${slug}$`));
      },
    );
  });

for (const viewport of selectViewports("ar"))
  test.describe(`a course (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("N-04 that is sold out links to its next date or to similar courses", async ({
      visit,
      postgresSite: site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await visitor.open("/courses/safe-handover");
      const similar = page.getByRole("link", { name: m.catalogue_similar({}, t) });
      await expect(similar).toBeVisible();
      await similar.click();
      await expect(page.locator("#related")).toBeInViewport();
      const course = await courseBySlug(site, "infection-prevention-control");
      const soldOut = { capacity: 1, seatsSold: 1 };
      await changeRun(site, course, soldOut);
      try {
        await visitor.open("/courses/infection-prevention-control");
        const next = page
          .locator("main")
          .getByText(m.catalogue_next_date({}, t))
          .locator("xpath=following-sibling::a[1]");
        await expect(next).toHaveAttribute("href", /\?run=\d+$/);
        await visitor.checkPage("a course that is sold out");
      } finally {
        await changeRun(site, course, { capacity: 40, seatsSold: 13 });
      }
    });

    test("N-01 U-25 L-8 shows its date range once, breaks no line inside a number, and keeps Register in view", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      await visitor.open("/courses/healthcare-quality-professional");
      const { page } = visitor;
      const ranges = page.locator("main bdi");
      const dates = ranges.filter({ hasText: /(–|إلى).*\d{4}/ }).first();
      await expect(ranges.filter({ hasText: (await dates.textContent()) ?? "" })).toHaveCount(1);
      // U-25: the last one is the bar's button if the bar is shown, otherwise the card's.
      const register = page.getByRole("button", { name: m.catalogue_register({}, t), exact: true }).last();
      await expect(register).toBeInViewport({ ratio: 1 });
      await expect(dates.locator("span")).toHaveCount(2);
      for (const percent of [100, 200]) {
        // For each number, how many lines it extends over.
        const lines = await dates.evaluate((element, percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
          return [...element.children].flatMap((child) => {
            const text = child.firstChild as Text;
            return [...text.data.matchAll(/\d+/g)].map((digits) => {
              const area = document.createRange();
              area.setStart(text, digits.index);
              area.setEnd(text, digits.index + digits[0].length);
              return new Set([...area.getClientRects()].map(({ top }) => Math.round(top))).size;
            });
          });
        }, percent);
        expect(lines, `${percent} %`).toEqual(lines.map(() => 1));
      }
    });

    test(
      "shows its language, a map link, its trainers and the cancellation policy",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        await visitor.open("/courses/patient-safety-essentials");
        const main = page.locator("main");
        await expect(main).toContainText(m.catalogue_language_both({}, t), { useInnerText: true });
        await main
          .locator("summary")
          .filter({ hasText: m.changes_policy_all_short({ date: "" }, t).trim() })
          .click();
        await expect(main.getByText(m.changes_policy_all({ date: "" }, t).slice(0, 10)).first()).toBeVisible();
        const map = main.getByRole("link", { name: m.catalogue_map({}, t) });
        await expect(map).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\/search\?query=Ground%20floor/);
        await expect(map).toHaveAttribute("target", "_blank");
        await page.getByRole("tab", { name: m.catalogue_tab_speakers({}, t) }).click();
        await expect(main.getByText(viewport.locale === "ar" ? "د. هدى الأنصاري" : "Dr. Huda Al-Ansari")).toBeVisible();
        await visitor.checkPage("the speakers of a course");
      },
    );
  });

test(
  "N-12 a course prints all four tabs, without banner background or recommendations",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    const { page } = visitor;
    await visitor.open("/courses/research-methods");
    await expect(page.getByRole("tabpanel")).toHaveCount(1);
    await page.emulateMedia({ media: "print" });
    const panels = page.locator("main [role=tabpanel]");
    await expect(panels).toHaveCount(4);
    for (const panel of await panels.all()) {
      await expect(panel).toBeVisible();
      await expect(panel.getByRole("heading").first()).toBeVisible();
    }
    await expect(page.locator("#related")).toBeHidden();
    await expect(page.locator("main .band picture")).toBeHidden();
    const bandColors = await page
      .locator("main .band")
      .first()
      .evaluate((band) => [getComputedStyle(band).backgroundColor, getComputedStyle(band).color]);
    expect(bandColors).toEqual(["rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"]);
  },
);

test("N-18 a film that autoplays starts without captions, and the page describes it in text", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site);
  await visitor.open("/");
  const film = visitor.page.locator("video");
  await film.scrollIntoViewIfNeeded();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5);
  const showing = () =>
    film.evaluate((video: HTMLVideoElement) => [...video.textTracks].filter(({ mode }) => mode === "showing").length);
  expect(await showing()).toBe(0);
  await expect(visitor.page.getByText(m.site_home_radar_shows())).toBeVisible();
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`L-1 a course's picture moves from its tile to the page head unless motion is reduced (reduced motion: ${reducedMotion})`, async ({
    visit,
    site,
  }) => {
    const visitor = await visit(site);
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion });
    await visitor.open("/courses");
    // Records which pseudo-elements are animated, for longer than 0 ms, when the transition starts.
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void transition.ready.then(() => {
          const moving = document
            .getAnimations()
            .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 0)
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
          document.documentElement.dataset["moved"] = moving.join(" ");
        });
        return transition;
      };
    });
    const link = tiles(visitor).first().getByRole("link");
    const address = new URL((await link.getAttribute("href")) ?? "", page.url());
    await link.click();
    await page.waitForURL(address.href);
    const readMoved = () => page.evaluate(() => document.documentElement.dataset["moved"]);
    const group = `::view-transition-group(cover-${address.pathname.split("/").at(-1)})`;
    if (reducedMotion === "reduce") await expect.poll(readMoved).toBe("");
    else await expect.poll(readMoved).toContain(group);
    expect(await readMoved()).not.toContain("root");
    await visitor.checkPage("a course whose picture has moved");
    await page.goBack();
    await expect(tiles(visitor)).toHaveCount(9);
  });
