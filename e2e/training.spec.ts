/** The training centre and learning management: slider, video, demo dialog. */
import { expect, test } from "./support/test.ts";
import { selectLocales, type Visitor } from "./support/visitor.ts";

const training = "/medical-training-center";
const slider = ({ page }: Visitor) => page.locator("section[aria-roledescription]");

/** Returns the distance of each slide from the side of the frame where reading begins, in widths of a slide. */
const readPositions = (visitor: Visitor) =>
  slider(visitor).evaluate((region) => {
    const slides = [...region.querySelectorAll<HTMLElement>("li[aria-label]")];
    const box = slides[0]?.closest("div");
    const frame = box?.getBoundingClientRect();
    if (!box || !frame) return [];
    // The frame's padding leaves room for a focus ring.
    const room = parseFloat(getComputedStyle(box).paddingInlineStart);
    // The gap before the first slide lies outside the frame.
    const gap = parseFloat(getComputedStyle(slides[0] ?? region).paddingInlineStart);
    return slides.map((slide) => {
      const { left, right, width } = slide.getBoundingClientRect();
      const distance = document.dir === "rtl" ? frame.right - room - right + gap : left + gap - room - frame.left;
      return Math.round((distance / width) * 100) / 100;
    });
  });
/** Counts the slides of which at least 80 % is in view. */
const countInView = async (visitor: Visitor) => {
  const frame = await slider(visitor).evaluate(
    (region) =>
      (region.querySelector("ul")?.parentElement?.clientWidth ?? 0) /
      (region.querySelector<HTMLElement>("li[aria-label]")?.offsetWidth ?? 1),
  );
  return (await readPositions(visitor)).filter((position) => position >= 0 && position + 0.8 < frame).length;
};

for (const locale of selectLocales("ar"))
  test.describe(`the slider of courses (${locale})`, () => {
    test("C-04 shows four courses, two below 992 px and one below 768 px", { tag: "@all" }, async ({ visit, site }) => {
      const visitor = await visit(site, { locale });
      await visitor.open(training);
      for (const [width, count] of [
        [1440, 4],
        [992, 4],
        [991, 2],
        [768, 2],
        [767, 1],
        [390, 1],
      ] as const) {
        await visitor.page.setViewportSize({ width, height: 900 });
        await expect.poll(() => countInView(visitor), { message: `${width} px` }).toBe(count);
      }
    });

    test("C-04 its buttons move the slides by keyboard in the reading direction, and are disabled at the ends", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { locale });
      await visitor.open(training);
      const buttons = slider(visitor).getByRole("button");
      const [previous, next] = [buttons.first(), buttons.last()];
      await expect.poll(() => readPositions(visitor).then((positions) => positions.slice(0, 4))).toEqual([0, 1, 2, 3]);
      await expect(previous).toBeDisabled();
      await next.focus();
      await visitor.page.keyboard.press("Enter");
      await expect.poll(() => readPositions(visitor).then((positions) => positions.slice(0, 4))).toEqual([-1, 0, 1, 2]);
      // With four slides in view, the slider has three stops fewer than slides. The key press above reached the second.
      const stops = (await slider(visitor).locator("li[aria-label]").count()) - 3;
      for (let stop = 3; stop <= stops; stop++) await visitor.page.keyboard.press("Enter");
      await expect.poll(() => readPositions(visitor).then((positions) => positions.at(-1))).toBe(3);
      await expect(next).toBeDisabled();
      await previous.focus();
      await visitor.page.keyboard.press("Enter");
      await expect.poll(() => readPositions(visitor).then((positions) => positions.at(-1))).toBe(4);
    });
  });

test("C-04 a course outside the slider scrolls into view on focus", { tag: "@all" }, async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open(training);
  const links = slider(visitor).locator("li[aria-label] a");
  await links.nth(3).focus();
  await visitor.page.keyboard.press("Tab");
  await expect(links.nth(4)).toBeFocused();
  await expect.poll(async () => (await readPositions(visitor))[4]).toBeLessThan(4);
  await visitor.page.keyboard.press("Enter");
  await visitor.page.waitForURL("**/courses/*");
});

test(
  "C-04 without script the last course can be scrolled to, and the video has native controls",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { javaScript: false, width: 390 });
    // A browser that runs no script does not fetch preloaded scripts, so these requests fail.
    visitor.expectFailure(/\/assets\/[^/]+\.js$/);
    await visitor.open(training);
    const last = slider(visitor).locator("li[aria-label] > *").last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.boundingBox()).toMatchObject({ x: 20, width: 350 });
    await expect(visitor.page.locator("video[controls]")).toHaveCount(1);
    await expect(visitor.page.locator("video ~ button")).toBeHidden();
  },
);

for (const locale of selectLocales("ar"))
  test(`C-04 the video loads only when played, with captions in the page's language (${locale})`, async ({
    visit,
    site,
  }) => {
    const visitor = await visit(site, { locale });
    await visitor.open(training);
    const film = visitor.page.locator("video");
    await film.scrollIntoViewIfNeeded();
    await visitor.page.waitForLoadState("networkidle");
    const listLoadedFiles = () =>
      visitor.requests
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => /\/films\/.*\.(webm|mp4|vtt)$/.test(path));
    expect(listLoadedFiles()).toEqual([]);
    await expect(film).toHaveAttribute("poster", /fellowship-poster-\w+\.avif$/);
    const play = visitor.page.locator("video ~ button");
    await play.focus();
    await visitor.page.keyboard.press("Enter");
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    await expect(play).toHaveCount(0);
    await expect
      .poll(() =>
        film.evaluate((video: HTMLVideoElement) =>
          [...video.textTracks].filter((track) => track.mode === "showing").map((track) => track.language),
        ),
      )
      .toEqual([locale]);
    await expect
      .poll(() =>
        film.evaluate(
          (video: HTMLVideoElement) =>
            [...video.textTracks].find((track) => track.mode === "showing")?.cues?.length ?? 0,
        ),
      )
      .toBeGreaterThan(3);
    expect(listLoadedFiles().filter((path) => path.endsWith(".vtt"))).toEqual([
      expect.stringMatching(`fellowship-${locale}-`),
    ]);
  });

test("C-06 both demo buttons of learning management open the dialog, and Escape returns the focus", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site);
  await visitor.open("/nama-learning-management");
  const buttons = visitor.page.getByRole("main").getByRole("button", { name: "Book a demo" });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) {
    await button.focus();
    await visitor.page.keyboard.press("Enter");
    const dialog = visitor.page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await visitor.page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});
