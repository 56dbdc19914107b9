/** The training centre, from the database to the page. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import type { CourseCategory } from "#features/catalogue/filters.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { pageProps } from "#test/page-props.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, silentLog, type TestDatabase } from "#test/database.ts";
import MedicalTrainingCenter, { loader } from "./medical-training-center.tsx";

type Props = Parameters<typeof MedicalTrainingCenter>[0];
type Lists = Props["loaderData"];

function load(ctx: TestCtx) {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  return loader({ context } as unknown as Parameters<typeof loader>[0]);
}
function render(loaderData: Lists, locale: Locale = "en"): string {
  const Stub = createRoutesStub([
    { path: "*", Component: () => <MedicalTrainingCenter {...pageProps<Props>(loaderData)} /> },
  ]);
  return inLocale(locale, () =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <Stub initialEntries={[locale === "ar" ? "/ar" : "/"]} />
      </LocaleContext>,
    ),
  );
}
const extractPart = (html: string, from: string, to: string) => html.slice(html.indexOf(from), html.indexOf(to));
const splitTiles = (html: string) => html.split('<li class="grid min-w-0">').slice(1);
const findLinked = (html: string) => [...html.matchAll(/href="\/courses\/([\w-]+)"/g)].map((match) => match[1]);
const nothing: Lists = { quality: [], education: [], taxPercent: null };

describeOnDatabase("the training centre", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  beforeEach(async () => {
    database = await open();
    ctx = testContext(database);
  });
  async function addCourse(
    slug: string,
    category: CourseCategory,
    startsIn: number,
    values: Parameters<typeof makeRun>[2] = {},
  ) {
    const { id } = await makeCourse(ctx.db, {
      slug,
      category,
      name_eng: slug,
      name_ar: `دورة ${slug}`,
      image: `${slug}-cover`,
    });
    const start = addDays(riyadhDate(ctx.now()), startsIn);
    await makeRun(ctx.db, id, { startDate: start, endDate: addDays(start, 1), ...values });
  }

  it("C-04 leaves out lists that fail to load, logs each, and shows the rest of the page", async () => {
    const errors: unknown[] = [];
    await database.close();
    const data = await load(
      testContext(database, {
        log: {
          ...silentLog,
          error: (fields: object, text: string) => void errors.push({ ...fields, text }),
        } as unknown as TestCtx["log"],
      }),
    );
    expect(data).toEqual(nothing);
    expect(errors).toMatchObject([
      { text: "courses of a category failed", request_id: "test", category: "healthcare-quality" },
      { text: "courses of a category failed", request_id: "test", category: "medical-education-clinical-reasearch" },
    ]);
    const html = render(data);
    expect(html).not.toMatch(/Healthcare quality|clinical research/);
    expect(html).toContain("Training that holds up on a busy ward.");
    expect(html).toContain("<video");
  });

  it("C-04 lists all healthcare quality courses with picture, dates and Read More, past ones last without a link", async () => {
    await addCourse("past", "healthcare-quality", -30);
    for (let index = 1; index <= 12; index++) await addCourse(`quality-${index}`, "healthcare-quality", index * 10);
    await addCourse("cancelled", "healthcare-quality", 5, { cancelledAt: new Date() });
    await addCourse("teaching", "medical-education-clinical-reasearch", 1);
    const html = extractPart(render(await load(ctx)), 'id="quality"', 'aria-label="Medical education');
    const tiles = splitTiles(html);
    expect(tiles).toHaveLength(13);
    expect(findLinked(html)).toEqual(Array.from({ length: 12 }, (_, index) => `quality-${index + 1}`));
    for (const tile of tiles.slice(0, 12)) {
      expect(tile).toMatch(/<img [^>]*src="\/admin\/images\/courses\/quality-\d+-cover-720\.webp"[^>]*loading="lazy"/);
      expect(tile).toMatch(/<bdi>.*\d{4}<\/span><\/bdi>\u00a0· <span[^>]*>2 days/);
      expect(tile).toContain("Read More");
    }
    expect(tiles.at(-1)).toMatch(
      /^<div role="group" aria-disabled="true"[\s\S]*past-cover[\s\S]*>past<[\s\S]*Registration closed/,
    );
    expect(html).not.toContain("cancelled");
  });

  it("C-04 shows medical education courses in the slider, with Arabic addresses in Arabic", async () => {
    await addCourse("quality", "healthcare-quality", 3);
    for (const [index, slug] of ["one", "two", "three", "four", "five"].entries())
      await addCourse(slug, "medical-education-clinical-reasearch", index + 1);
    const data = await load(ctx);
    const html = render(data);
    const slider = extractPart(html, 'aria-label="Medical education and clinical research"', 'id="film"');
    expect(slider.match(/<li aria-label="\d of 5"/g)).toHaveLength(5);
    expect(findLinked(slider)).toEqual(["one", "two", "three", "four", "five"]);
    expect(slider).toContain("md:basis-1/2 lg:basis-1/4");
    // The server does not know the width, so the markup has the progress text of each width.
    for (const progress of ["1 / 5", "1 – 2 / 5", "1 – 4 / 5"]) expect(slider).toContain(`>${progress}</bdi>`);
    const arabic = render(data, "ar");
    expect([...arabic.matchAll(/href="\/ar\/courses\/([\w-]+)"/g)].map((match) => match[1])).toEqual([
      "quality",
      "one",
      "two",
      "three",
      "four",
      "five",
    ]);
    expect(arabic).toContain("دورة one");
  });
});

it.each([
  ["en", "Nama Fellowship"],
  ["ar", "زمالة نماء"],
] as const)("C-04 has a video with poster, captions and controls, and the partner's logo (%s)", (locale, partner) => {
  const html = render(nothing, locale);
  expect(html).toMatch(/<video aria-label="[^"]+"[^>]* controls=""[^>]*preload="none"/);
  expect(
    [...html.matchAll(/<track kind="captions" src="\/media\/films\/fellowship-\w\w-\w+\.vtt" srcLang="(\w\w)"/g)].map(
      (match) => match[1],
    ),
  ).toEqual(["en", "ar"]);
  expect(html).toMatch(/<img src="\/media\/films\/fellowship-poster-\w+\.webp"/);
  expect(html).toContain(`<img src="/media/partner.svg" alt="${partner}" width="300" height="80" loading="lazy"`);
});

it("C-04 shows four facts about every course, and links to courses and registration", () => {
  const html = render(nothing);
  expect(extractPart(html, 'id="expect"', 'id="film"').match(/<h3/g)).toHaveLength(4);
  expect(html).toMatch(/href="\/courses"[^>]*>Browse courses/);
  expect(html).toMatch(/href="\/course-registration-info"[^>]*>How registration works/);
  expect(html.match(/<h1/g)).toHaveLength(1);
});
