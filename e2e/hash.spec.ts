/** Hashes in addresses: when a page scrolls to its section, and when it does not. */
import { expect, test } from "./support/test.ts";
import { selectViewports, ready, viewports, type Visitor } from "./support/visitor.ts";

test.describe("F-45 a hash in a fresh address behaves as it does inside the site", () => {
  /** Records when the page is first rendered, and each scroll movement: when it starts and from where. */
  const observe = (visitor: Visitor) =>
    visitor.context.addInitScript(() => {
      const record = { moves: [] as { at: number; from: number }[], drawn: 0 };
      Object.assign(window, { record });
      let last = 0;
      let still = 10;
      const recordScroll = (now: number) => {
        record.drawn ||= now;
        if (window.scrollY === last) still++;
        else if (still > 5) record.moves.push({ at: now, from: last });
        if (window.scrollY !== last) still = 0;
        last = window.scrollY;
        requestAnimationFrame(recordScroll);
      };
      requestAnimationFrame(recordScroll);
    });
  const readRecord = ({ page }: Visitor) =>
    page.evaluate(
      () => (window as unknown as { record: { moves: { at: number; from: number }[]; drawn: number } }).record,
    );
  const measureTop = ({ page }: Visitor, id: string) =>
    page.evaluate((part) => Math.round(document.getElementById(part)?.getBoundingClientRect().top ?? Number.NaN), id);

  /** Measures the same once the page has stopped scrolling. */
  const measureRestingTop = async (visitor: Visitor, id: string) => {
    let top = Number.NaN;
    const isAtRest = async () => {
      const before = top;
      top = await measureTop(visitor, id);
      return top === before;
    };
    await expect.poll(isAtRest).toBe(true);
    return top;
  };

  for (const viewport of selectViewports("en", viewports))
    test(`a page opens at its top, scrolls to the section once after a second, and stops where a link would (${viewport.locale}, ${viewport.width} px)`, async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await observe(visitor);
      for (const [path, id] of [
        ["/digital-health-solutions", "radar-section"],
        ["/", "featured"],
        ["/privacy-policy", "part-3"],
      ] as const) {
        await visitor.open("/thank-you");
        await page.goto(visitor.url(`${path}#${id}`));
        await page.waitForFunction(
          (part) => Math.abs((document.getElementById(part)?.getBoundingClientRect().top ?? Infinity) - 80) < 3,
          id,
        );
        const { moves, drawn } = await readRecord(visitor);
        expect([path, moves.length, moves[0]?.from]).toEqual([path, 1, 0]);
        expect((moves[0]?.at ?? 0) - drawn).toBeGreaterThanOrEqual(990);
        expect(new URL(page.url()).hash).toBe(`#${id}`);
        const freshTop = await measureRestingTop(visitor, id);
        // A navigation inside the site stops at the same place.
        await visitor.open("/thank-you");
        await page.evaluate(
          (to) => {
            const { __reactRouterDataRouter: router } = window as unknown as {
              __reactRouterDataRouter: { navigate(to: string): Promise<void> };
            };
            return router.navigate(to);
          },
          visitor.url(`${path}#${id}`).slice(site.url.length),
        );
        await page.waitForFunction(
          (part) => Math.abs((document.getElementById(part)?.getBoundingClientRect().top ?? Infinity) - 80) < 3,
          id,
        );
        expect(Math.abs((await measureRestingTop(visitor, id)) - freshTop)).toBeLessThan(3);
      }
    });

  test("a section already in view and an unknown hash cause no movement", { tag: "@all" }, async ({ visit, site }) => {
    const visitor = await visit(site, { width: 1440 });
    await observe(visitor);
    for (const hash of ["#about_main_image_block", "#no-such-part", "#%"]) {
      await visitor.page.goto(visitor.url(`/digital-health-solutions${hash}`));
      await ready(visitor.page);
      // Twice the delay after which the page would scroll.
      await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
      expect([hash, (await readRecord(visitor)).moves, new URL(visitor.page.url()).hash]).toEqual([hash, [], hash]);
      await visitor.open("/thank-you");
    }
  });

  test(
    "a reader who has scrolled is not moved; reload, back and forward restore the position",
    { tag: "@all" },
    async ({ visit, site }) => {
      const visitor = await visit(site, { width: 1440 });
      const { page } = visitor;
      await page.goto(visitor.url("/digital-health-solutions#radar-section"), { waitUntil: "domcontentloaded" });
      await page.evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
      await ready(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
      expect(await page.evaluate(() => window.scrollY)).toBe(120);
      await page.evaluate(() => window.scrollTo({ top: 700, behavior: "instant" }));
      await page.reload();
      await ready(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
      expect([await page.evaluate(() => window.scrollY), new URL(page.url()).hash]).toEqual([700, "#radar-section"]);
      await page.goto(visitor.url("/thank-you"));
      await ready(page);
      await page.goBack();
      await page.waitForFunction(() => window.scrollY === 700);
      expect(new URL(page.url()).hash).toBe("#radar-section");
    },
  );
});
