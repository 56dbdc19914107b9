/** The home page's list of courses, from the database to the tiles. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnBothDatabases, silentLog, type TestDatabase } from "#test/database.ts";
import Home, { loader } from "./home.tsx";

type Props = Parameters<typeof Home>[0];

function load(ctx: TestCtx) {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  return loader({ context } as unknown as Parameters<typeof loader>[0]);
}
function render(loaderData: Awaited<ReturnType<typeof load>>): string {
  const Stub = createRoutesStub([{ path: "/", Component: () => <Home {...({ loaderData } as unknown as Props)} /> }]);
  return renderToStaticMarkup(<LocaleContext value="en"><Stub /></LocaleContext>);
}

describeOnBothDatabases("the home page", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  beforeEach(async () => {
    database = await open();
    ctx = testContext(database);
  });
  async function course(slug: string, featuredPlace: number | null, startsIn: number) {
    const { id } = await makeCourse(ctx.db, { slug, nameEng: slug, featuredPlace });
    const start = addDays(riyadhDate(ctx.now()), startsIn);
    await makeRun(ctx.db, id, { startDate: start, endDate: addDays(start, 1) });
  }

  it("H-02 leaves the section out and logs the failure when the list cannot be loaded", async () => {
    const errors: unknown[] = [];
    await database.close();
    const data = await load(testContext(database, { log: { ...silentLog, error: (fields: object, text: string) => void errors.push({ fields, text }) } as unknown as TestCtx["log"] }));
    expect(data).toEqual({ featured: [] });
    expect(errors).toMatchObject([{ text: "featured courses failed", fields: { request_id: "test" } }]);
    const html = render(data);
    expect(html).toContain("Better care begins with learning.");
    expect(html).not.toContain("Featured courses");
  });

  it("H-02 shows up to four featured courses, a past one without a link, and View More", async () => {
    for (const [index, slug] of ["one", "two", "three", "four", "five"].entries()) await course(slug, index + 1, 10);
    await course("not-featured", null, 10);
    await course("past", 1, -30);
    const html = render(await load(ctx));
    const linked = [...html.matchAll(/href="\/courses\/([\w-]+)"/g)].map((match) => match[1]);
    expect(html.match(/<h3/g)).toHaveLength(4);
    expect(html).toContain(">past<");
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(1);
    expect(linked).not.toContain("past");
    expect(linked).not.toContain("not-featured");
    expect(html).toMatch(/href="\/courses"[^>]*>View More/);
  });
});
