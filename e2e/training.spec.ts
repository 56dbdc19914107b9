/** The training centre and learning management: slider, video, demo dialog. */
import { expect, test } from "./support/test.ts";
import { selectLocales, type Visitor } from "./support/visitor.ts";

const training = "/medical-training-center";
const slider = ({ page }: Visitor) => page.locator("section[aria-roledescription]");

/** From the slider's first slide on: where each stands, in slides from the reading side of the frame. */
const places = (visitor: Visitor) =>
  slider(visitor).evaluate((region) => {
    const slides = [...region.querySelectorAll<HTMLElement>("li[aria-label]")];
    const box = slides[0]?.closest("div");
    const frame = box?.getBoundingClientRect();
    if (!box || !frame) return [];
    // The frame has room for the ring of what is focused.
    const room = parseFloat(getComputedStyle(box).paddingInlineStart);
    // The gap of a slide stands before it and hangs out of the frame.
    const gap = parseFloat(getComputedStyle(slides[0] ?? region).paddingInlineStart);
    return slides.map((slide) => {
      const { left, right, width } = slide.getBoundingClientRect();
      const away = document.dir === "rtl" ? frame.right - room - right + gap : left + gap - room - frame.left;
      return Math.round((away / width) * 100) / 100;
    });
  });
/** How many slides are in view, whole. */
const inView = async (visitor: Visitor) => {
  const frame = await slider(visitor).evaluate(
    (region) =>
      (region.querySelector("ul")?.parentElement?.clientWidth ?? 0) /
      (region.querySelector<HTMLElement>("li[aria-label]")?.offsetWidth ?? 1),
  );
  return (await places(visitor)).filter((place) => place >= 0 && place + 0.8 < frame).length;
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
        await expect.poll(() => inView(visitor), { message: `${width} px` }).toBe(count);
      }
    });

    test("C-04 its buttons move it by keyboard in the page's direction, and stop at its ends", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { locale });
      await visitor.open(training);
      const [back, on] = [slider(visitor).getByRole("button").first(), slider(visitor).getByRole("button").last()];
      await expect.poll(() => places(visitor).then((all) => all.slice(0, 4))).toEqual([0, 1, 2, 3]);
      await expect(back).toBeDisabled();
      await on.focus();
      await visitor.page.keyboard.press("Enter");
      await expect.poll(() => places(visitor).then((all) => all.slice(0, 4))).toEqual([-1, 0, 1, 2]);
      const stops = (await slider(visitor).locator("li[aria-label]").count()) - 3;
      for (let at = 3; at <= stops; at++) await visitor.page.keyboard.press("Enter");
      await expect.poll(() => places(visitor).then((all) => all.at(-1))).toBe(3);
      await expect(on).toBeDisabled();
      await back.focus();
      await visitor.page.keyboard.press("Enter");
      await expect.poll(() => places(visitor).then((all) => all.at(-1))).toBe(4);
    });
  });

test("C-04 a course outside the slider scrolls into view on focus", { tag: "@all" }, async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open(training);
  const links = slider(visitor).locator("li[aria-label] a");
  await links.nth(3).focus();
  await visitor.page.keyboard.press("Tab");
  await expect(links.nth(4)).toBeFocused();
  await expect.poll(async () => (await places(visitor))[4]).toBeLessThan(4);
  await visitor.page.keyboard.press("Enter");
  await visitor.page.waitForURL("**/courses/*");
});

test(
  "C-04 without script every course can be scrolled to, and the video has native controls",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { javaScript: false, width: 390 });
    // A browser without script does not fetch what is preloaded for it.
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
    const loaded = () =>
      visitor.requests
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => /\/films\/.*\.(webm|mp4|vtt)$/.test(path));
    expect(loaded()).toEqual([]);
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
    expect(loaded().filter((path) => path.endsWith(".vtt"))).toEqual([expect.stringMatching(`fellowship-${locale}-`)]);
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
