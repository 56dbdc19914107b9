/** Digital health, the hospital information system and consultancy: anchors, tables, brochure, video, Read More. */
import { localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { isFullRun } from "#test/open-database.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

/** Opens the site menu if it is behind a button. Returns the menu. */
async function openMenu({ page, locale, width }: Visitor) {
  if (width < 1280) await page.getByRole("button", { name: m.site_menu_open({}, { locale }), exact: true }).click();
  return page.getByRole("navigation", { name: m.site_menu_name({}, { locale }) }).filter({ visible: true });
}

/** Locates a menu entry that has sub-entries. */
const locateParent = (menu: Awaited<ReturnType<typeof openMenu>>, name: string) =>
  menu.locator("summary").filter({ hasText: name });

for (const viewport of selectViewports("en"))
  test.describe(`digital health and consultancy (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("C-06 R-03 R-14 the menu's sub-entries scroll to their sections a second after the page is shown", async ({
      visit,
      site,
    }) => {
      test.setTimeout(120_000);
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const entries = [
        [m.site_menu_digital_radar({}, t), "radar-section"],
        [m.site_menu_digital_overview({}, t), "about_main_image_block"],
      ] as const;
      // The plain run takes only the first entry.
      for (const [label, id] of entries.slice(0, isFullRun ? 2 : 1)) {
        await visitor.open("/contact-us");
        const menu = await openMenu(visitor);
        await locateParent(menu, m.site_menu_digital({}, t)).click();
        // F-45: nothing scrolls if the section is in view from the start.
        const isInView = id === "about_main_image_block" && viewport.width === 1440;
        await page.evaluate(() => {
          const target = window as unknown as { waitedMs?: number };
          const startedAt = performance.now();
          addEventListener("scroll", () => window.scrollY > 50 && (target.waitedMs ??= performance.now() - startedAt));
        });
        await menu.getByRole("link", { name: label, exact: true }).click();
        await page.waitForURL(visitor.url(`/digital-health-solutions#${id}`));
        if (isInView) {
          await page.waitForFunction((part) => document.getElementById(part) !== null, id);
          // Waits by the page's clock: a second until it would scroll, and another for the movement.
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
          expect(await page.evaluate(() => window.scrollY)).toBe(0);
        } else {
          // base.css leaves 5rem above a section that the page scrolls to.
          await page.waitForFunction(
            (part) => Math.abs((document.getElementById(part)?.getBoundingClientRect().top ?? Infinity) - 80) < 3,
            id,
          );
          await expect
            .poll(() => page.evaluate(() => (window as unknown as { waitedMs?: number }).waitedMs ?? 0), {
              message: id,
            })
            .toBeGreaterThanOrEqual(990);
        }
        if (viewport.width < 1280) continue;
        const entry = locateParent(await openMenu(visitor), m.site_menu_digital({}, t));
        await expect(entry, id).toHaveAttribute("aria-current", "true");
      }
    });

    test(
      "C-06 the tabs of the tables work by keyboard and show their modules",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page, locale } = visitor;
        await visitor.open("/digital-health-solutions");
        const expected: [label: string, rows: number][] = [
          [m.site_hospital_title({}, t), 8],
          [m.site_digital_tab_laboratory({}, t), 4],
          [m.site_digital_quality({}, t), 8],
        ];
        const panel = page.getByRole("tabpanel");
        const expectTable = async ([label, rows]: [label: string, rows: number] = ["no label", 0]) => {
          const tab = page.getByRole("tab", { selected: true });
          await expect(tab).toHaveText(label);
          await expect(panel.getByRole("rowheader")).toHaveCount(rows);
          await expect(panel).toHaveAttribute("aria-labelledby", (await tab.getAttribute("id")) ?? "no id");
        };
        await page.getByRole("tab").first().focus();
        await expectTable(expected[0]);
        for (const next of expected.slice(1)) {
          await page.keyboard.press(locale === "ar" ? "ArrowLeft" : "ArrowRight");
          await expectTable(next);
        }
        await visitor.checkPage("the widest table");
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
        await page.keyboard.press("Home");
        await expectTable(expected[0]);
      },
    );

    test(
      "C-06 the brochure downloads as a PDF in the page's language, with the other language beside it",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page, locale } = visitor;
        for (const path of ["/digital-health-solutions", "/hospital-information-system"]) {
          await visitor.open(path);
          const main = page.getByRole("main");
          const ownLink = main.getByRole("link", { name: m.site_digital_brochure_download({}, t) });
          const otherLink = main.getByRole("link", { name: m.site_digital_brochure_other({}, t), exact: true });
          const otherLocale = locale === "ar" ? "en" : "ar";
          for (const [link, language] of [
            [ownLink, locale],
            [otherLink, otherLocale],
          ] as const) {
            const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
            expect(download.suggestedFilename()).toBe(`nama-his-brochure-${language}.pdf`);
            const answer = await fetch(download.url());
            expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
            const bytes = Buffer.from(await answer.arrayBuffer());
            expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
            expect(bytes.subarray(-8).toString("latin1")).toContain("%%EOF");
          }
        }
      },
    );

    test("C-06 every Book a demo link of digital health leads to contact", { tag: "@all" }, async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      await visitor.open("/digital-health-solutions");
      const links = visitor.page
        .getByRole("main")
        .getByRole("link", { name: m.common_action_book_demo({}, t), exact: true });
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
        Array.from({ length: 4 }, () => localePath("/contact-us", viewport.locale)),
      );
      await links.last().click();
      await visitor.page.waitForURL(visitor.url("/contact-us"));
    });

    test("C-05 the frame of the fellowship video gets autoplay and mute once, within 300 px of the viewport", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      const listFrameQueries = () =>
        visitor.requests
          .map((request) => new URL(request.url()))
          .filter(({ pathname }) => pathname === "/media/fellowship/index.html")
          .map(({ search }) => search);
      const readAddress = () => page.locator("iframe").getAttribute("src");
      /** Scrolls until the frame's upper edge is `distance` px below the window, and lets the page's observers run. */
      const scrollNearFrame = (distance: number) =>
        page.evaluate(async (below) => {
          const frame = document.querySelector("iframe")?.getBoundingClientRect();
          if (!frame) throw new Error("no frame");
          window.scrollTo({ top: window.scrollY + frame.top - window.innerHeight - below, behavior: "instant" });
          for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
        }, distance);
      await visitor.open("/consultancy-services");
      await expect(page.locator("iframe")).toBeAttached();
      await scrollNearFrame(310);
      expect(await readAddress()).toBe(`/media/fellowship/index.html?lang=${locale}`);
      await scrollNearFrame(290);
      await expect(
        page.locator(`iframe[src="/media/fellowship/index.html?lang=${locale}&autoplay=1&mute=1"]`),
      ).toBeVisible();
      await page.waitForFunction(
        () => document.querySelector("iframe")?.contentDocument?.querySelector("video")?.muted === true,
      );
      await scrollNearFrame(2000);
      await scrollNearFrame(-200);
      expect(await readAddress()).toBe(`/media/fellowship/index.html?lang=${locale}&autoplay=1&mute=1`);
      expect(listFrameQueries().filter((search) => search.includes("autoplay"))).toHaveLength(1);
    });

    test(
      "C-07 Read More expands from 60 px to full height in 700 ms, and Read Less collapses; the button is 16 px below the text",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        await visitor.open("/consultancy-services");
        const button = page.getByRole("main").getByRole("button").first();
        const id = await button.getAttribute("aria-controls");
        const box = page.locator(`[id="${id}"]`);
        const state = async () => [
          await button.innerText(),
          await button.getAttribute("aria-expanded"),
          Math.round((await box.boundingBox())?.height ?? 0),
        ];
        const full = await box.evaluate((element) => element.scrollHeight);
        expect(full).toBeGreaterThan(80);
        await expect.poll(state).toEqual([m.site_consultancy_more({}, t), "false", 60]);
        /** Clicks the button, pauses the animation at its start, lets it run, and returns its measurements. */
        const toggleAndMeasure = async () => {
          await button.evaluate((element) => {
            const text = document.getElementById(element.getAttribute("aria-controls") ?? "");
            // Puts the button at the window's lower edge, so that only content out of view is pushed down: a movement
            // later than half a second after a click counts as a layout shift.
            element.scrollIntoView({ block: "end", behavior: "instant" });
            const measured = new Promise((resolve, reject) => {
              const measure = async () => {
                const [movement, ...others] = text?.getAnimations() ?? [];
                if (!text || !movement || others.length > 0) throw new Error("not one movement");
                movement.pause();
                movement.currentTime = 0;
                const from = text.offsetHeight;
                movement.play();
                await movement.ready;
                const startTime = Number(movement.startTime);
                await movement.finished;
                return {
                  from,
                  ms: Number(document.timeline.currentTime) - startTime,
                  planned: movement.effect?.getComputedTiming().endTime,
                  rate: movement.playbackRate,
                  to: text.offsetHeight,
                  gap: element.getBoundingClientRect().top - text.getBoundingClientRect().bottom,
                  style: text.getAttribute("style"),
                };
              };
              element.addEventListener(
                "click",
                () => requestAnimationFrame(() => void measure().then(resolve, reject)),
                {
                  once: true,
                },
              );
            });
            Object.assign(window, { measured });
          });
          await button.click();
          return page.evaluate(() => (window as unknown as { measured: Promise<{ ms: number }> }).measured);
        };
        // `ms` is measured on the page's animation clock. Only its minimum is checked, because a busy machine may
        // render the last frame late; `planned` shows that the animation is not longer than 700 ms.
        const opening = await toggleAndMeasure();
        expect(opening).toMatchObject({ from: 60, planned: 700, rate: 1, to: full, gap: 16, style: null });
        expect(opening.ms).toBeGreaterThanOrEqual(699);
        await expect.poll(state).toEqual([m.site_consultancy_less({}, t), "true", full]);
        await visitor.checkPage("an open block");
        const closing = await toggleAndMeasure();
        expect(closing).toMatchObject({ from: full, planned: 700, rate: 1, to: 60, gap: 16, style: null });
        expect(closing.ms).toBeGreaterThanOrEqual(699);
        await expect.poll(state).toEqual([m.site_consultancy_more({}, t), "false", 60]);
      },
    );
  });

for (const path of ["/consultancy-services", "/ar/consultancy-services"])
  test(
    `F-47 E-03 no request of the video frame is aborted when the page opens near it or someone scrolls there quickly (${path})`,
    { tag: "@all" },
    async ({ visit, site }) => {
      const visitor = await visit(site);
      const { page } = visitor;
      const aborted: string[] = [];
      page.on("requestfailed", (request) => void aborted.push(`${request.url()} ${request.failure()?.errorText}`));
      // The frame's page and its files arrive late, as over a slow connection.
      const held = Promise.withResolvers<void>();
      await page.route("**/media/fellowship/**", async (route) => (await held.promise, await route.continue()));
      const frameRequest = page.waitForRequest("**/media/fellowship/index.html?*");
      await page.goto(site.url + path, { waitUntil: "load" });
      await page.locator("iframe").scrollIntoViewIfNeeded();
      await frameRequest;
      held.resolve();
      await expect(page.locator("iframe[src$='&autoplay=1&mute=1']")).toBeVisible();
      await page.waitForFunction(
        () => document.querySelector("iframe")?.contentDocument?.querySelector("video")?.muted === true,
      );
      // Waits for the open requests: leaving the page would abort them, and rightly.
      await page.waitForLoadState("networkidle");
      // A page that is reloaded at this scroll position has the frame near from the start, and must load it only once.
      const frameQueries: string[] = [];
      page.on(
        "request",
        (request) =>
          void (
            request.url().includes("/media/fellowship/index.html") && frameQueries.push(new URL(request.url()).search)
          ),
      );
      await page.reload();
      await page.waitForFunction(
        () => document.querySelector("iframe")?.contentDocument?.querySelector("video")?.muted === true,
      );
      expect(frameQueries.filter((search) => search.includes("autoplay"))).toHaveLength(1);
      expect(aborted).toEqual([]);
    },
  );

test(
  "C-06 Talk to a consultant scrolls to the consultant's card, and Back returns to the top",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    const { page } = visitor;
    await visitor.open("/consultancy-services");
    await page.getByRole("link", { name: m.site_consultancy_talk() }).click();
    const card = page.locator("#talk");
    await page.waitForFunction(
      () => (document.getElementById("talk")?.getBoundingClientRect().bottom ?? Infinity) <= window.innerHeight,
    );
    await expect(card.getByRole("heading")).toContainText("Reem Al-Sulaimani", { useInnerText: true });
    await expect(card.getByRole("link", { name: "consultancy@example.com" })).toHaveAttribute(
      "href",
      "mailto:consultancy@example.com",
    );
    await page.goBack();
    await page.waitForFunction(() => window.scrollY === 0);
  },
);

test(
  "C-05 C-07 with reduced motion no video starts and the text expands at once",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await visitor.open("/consultancy-services");
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const measured = await page
      .getByRole("main")
      .getByRole("button")
      .first()
      .evaluate(async (button) => {
        const text = document.getElementById(button.getAttribute("aria-controls") ?? "");
        if (button instanceof HTMLElement) button.click();
        await new Promise(requestAnimationFrame);
        return [
          text?.getAnimations().length,
          text?.offsetHeight === text?.scrollHeight,
          (text?.offsetHeight ?? 0) > 60,
        ];
      });
    expect(measured).toEqual([0, true, true]);
    await expect(page.locator("iframe")).toHaveAttribute("src", "/media/fellowship/index.html?lang=en");
  },
);

test(
  "C-05 C-07 without script the page has the whole text and the video frame, and no dead button",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { javaScript: false });
    // Without script the browser does not fetch the preloaded scripts, which counts as a failed request.
    visitor.expectFailure(/\/assets\/[^/]+\.js$/);
    await visitor.open("/consultancy-services");
    const text = visitor.page.getByText(m.site_consultancy_changing_2());
    const box = await text.boundingBox();
    const heading = await visitor.page.locator("#talk").boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
    await expect(visitor.page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(visitor.page.locator("iframe")).toHaveAttribute("src", "/media/fellowship/index.html?lang=en");
  },
);
