/** The home page from the database to its markup, in both languages. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { pageProps } from "#test/page-props.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, silentLog, type TestDatabase } from "#test/database.ts";
import Home, { loader } from "./home.tsx";

type Props = Parameters<typeof Home>[0];

function load(ctx: TestCtx) {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  return loader({ context } as unknown as Parameters<typeof loader>[0]);
}
function render(loaderData: Awaited<ReturnType<typeof load>>, locale: Locale = "en"): string {
  const Stub = createRoutesStub([{ path: "/", Component: () => <Home {...pageProps<Props>(loaderData)} /> }]);
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Stub />
    </LocaleContext>,
  );
}
/** Returns the markup from the first `from` to the next `to`. */
const extractPart = (html: string, from: string, to: string) =>
  html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));

describeOnDatabase("the home page", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  beforeEach(async () => {
    database = await open();
    ctx = testContext(database);
  });
  async function addCourse(slug: string, featuredPosition: number | null, startsIn: number) {
    const { id } = await makeCourse(ctx.db, { slug, name_eng: slug, featured_position: featuredPosition });
    const start = addDays(riyadhDate(ctx.now()), startsIn);
    await makeRun(ctx.db, id, { startDate: start, endDate: addDays(start, 1) });
  }

  it("H-01 H-02 leaves out what fails to load, logs it, and shows the generated picture instead of banners", async () => {
    const errors: { fields: object; text: string }[] = [];
    await database.close();
    const data = await load(
      testContext(database, {
        log: {
          ...silentLog,
          warn: (fields: object, text: string) => void errors.push({ fields, text }),
        } as unknown as TestCtx["log"],
      }),
    );
    expect(data).toEqual({ banners: [], featured: [], taxPercent: null });
    errors.sort((one, other) => one.text.localeCompare(other.text));
    expect(errors).toMatchObject(
      ["banners failed", "featured courses failed"].map((text) => ({ text, fields: { request_id: "test" } })),
    );
    const html = render(data);
    expect(html).toContain("Better care begins with learning.");
    expect(html).toMatch(/fetchPriority="high"[^>]*src="\/art\/hero\.|src="\/art\/hero\.[^>]*fetchPriority="high"/);
    expect(render(data, "ar")).toContain('src="/art/hero-ar.');
    expect(html).not.toContain("Featured courses");
  });

  it("H-01 shows banners in order with the first preloaded, and pictures in each language", () => {
    const banners = ["one", "two"].map((image, id) => ({
      id,
      image,
      banner: `${image}.webp`,
      title_eng: `Title ${image}`,
      title_ar: null,
    }));
    for (const [locale, suffix] of [
      ["en", ""],
      ["ar", "-ar"],
    ] as const) {
      const hero = extractPart(render({ banners, featured: [], taxPercent: 15 }, locale), "<section", "<h1");
      expect(
        [...hero.matchAll(/src="\/admin\/images\/banners\/([\w-]+)-1440\.webp"/g)].map((match) => match[1]),
      ).toEqual([`one${suffix}`, `two${suffix}`]);
      expect(hero).toContain("/admin/images/banners/one-mobile-780.avif");
      expect(hero.match(/fetchPriority="high"/g)).toHaveLength(1);
      expect(hero.match(/loading="lazy"/g)).toHaveLength(1);
      expect(hero).toContain('alt="Title one"');
    }
  });

  const readFeatured = async () => {
    const html = extractPart(render(await load(ctx)), 'aria-labelledby="featured"', 'id="digital"');
    return { html, linked: [...html.matchAll(/href="\/courses\/([\w-]+)"/g)].map((match) => match[1]) };
  };

  it("H-02 F-46 shows four bookable courses, chosen featured first and sorted by start, and View More", async () => {
    for (const [index, slug] of ["one", "two", "three"].entries()) await addCourse(slug, index + 2, 10);
    await addCourse("not-featured", null, 5);
    await addCourse("later", null, 15);
    await addCourse("past", 1, -30);
    const { html, linked } = await readFeatured();
    // N-05: sorted by start. Only three of them are featured, so the next one to start is the fourth.
    expect(linked).toEqual(["not-featured", "one", "two", "three"]);
    expect(html).not.toContain('aria-disabled="true"');
    expect(html).toMatch(/href="\/medical-training-center"[^>]*>View More/);
  });

  it("H-02 F-46 with fewer than four bookable courses adds a past one without a link", async () => {
    for (const [index, slug] of ["one", "two", "three"].entries()) await addCourse(slug, index + 2, 10);
    await addCourse("past", 1, -30);
    const { html, linked } = await readFeatured();
    expect(linked).toEqual(["one", "two", "three"]);
    expect(html.match(/<h3/g)).toHaveLength(4);
    expect(html).toContain(">past<");
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(1);
  });

  it("F-25 F-26 tiles say if a course has begun or if all its seats are held", async () => {
    await addCourse("begun", null, -1);
    const { html } = await readFeatured();
    expect(html).toContain("Started ");
    expect(html).not.toContain("check again soon");
    const data = await load(ctx);
    const [begun] = data.featured;
    if (!begun) throw new Error("no course");
    expect(render({ ...data, featured: [{ ...begun, seats_left: 0, seats_held: 2 }] })).toContain(
      "All seats are being booked: check again soon",
    );
    expect(render({ ...data, featured: [{ ...begun, seats_left: 0, seats_held: 0 }] })).toContain("Sold out");
  });

  it("H-03 H-04 has the video with its fallback text, 44 pictures, and links in both languages", async () => {
    const data = await load(ctx);
    const english = render(data);
    expect(extractPart(english, "<video", "</video>")).toContain("Your browser does not support the video tag.");
    expect(extractPart(english, "<video", "</video>")).toContain('preload="none"');
    expect(english).toContain("Digital healthcare solutions");
    expect(english.match(/<figcaption/g)).toHaveLength(44);
    // N-18: the text stands beside the film, which has no sound and shows no captions by itself.
    expect(extractPart(english, "</video>", "<figcaption")).toContain("The film has no sound.");
    expect(extractPart(english, "<figcaption", 'id="consultancy"')).toContain("01 / 44");
    expect(english).toMatch(/href="\/consultancy-services"[^>]*>Read More\b/);
    const arabic = render(data, "ar");
    expect(arabic).toMatch(/href="\/ar\/consultancy-services"/);
    expect(arabic).toMatch(/href="\/ar\/medical-training-center"/);
    expect(arabic.match(/<figcaption/g)).toHaveLength(44);
    for (const html of [english, arabic]) {
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toContain(" style=");
    }
  });
});
