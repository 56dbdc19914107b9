/** Suggestions when no course matches. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeRun } from "#db/factories/course.ts";
import { courseWithRuns, dayFromNow, listPage } from "#test/catalogue.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { toListInput } from "./courses.server.ts";
import { listingAddress, parseListing } from "./listing.ts";
import { dropWords, relaxListing } from "./suggestions.ts";
import { listSuggestions } from "./suggestions.server.ts";

const listing = (query: string) => parseListing(new URLSearchParams(query));

describe("relaxing a listing by one filter, date range or search word", () => {
  const addresses = (query: string, searches: string[] = []) =>
    relaxListing(listing(query), searches).map((one) => listingAddress(one.listing));

  it("never offers the whole list or a further page", () => {
    expect(addresses("")).toEqual([]);
    expect(addresses("q=audit&sort=price")).toEqual([]);
    expect(addresses("place=Riyadh")).toEqual([]);
    expect(addresses("q=audit&place=Riyadh&page=3")).toEqual(["/courses?place=Riyadh", "/courses?q=audit"]);
  });

  it("drops the words, both dates or one filter, and keeps the rest and the sort order", () => {
    expect(addresses("q=audit&from=2027-01-01&to=2027-02-01&place=Riyadh&sort=price", ["au"])).toEqual([
      "/courses?q=au&from=2027-01-01&to=2027-02-01&place=Riyadh&sort=price",
      "/courses?from=2027-01-01&to=2027-02-01&place=Riyadh&sort=price",
      "/courses?q=audit&place=Riyadh&sort=price",
      "/courses?q=audit&from=2027-01-01&to=2027-02-01&sort=price",
    ]);
  });

  it.each([
    ["", []],
    ["audit", []],
    ["one two three four five six", []],
    ["clinical  audit basics", ["audit basics", "clinical basics", "clinical audit"]],
  ])("shortens the words %j to %j", (q, searches) => {
    expect(dropWords(q)).toEqual(searches);
  });
});

describeOnDatabase("suggested lists when a listing has no courses", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    await courseWithRuns(ctx, "audit", [[3, 4]]);
    const jeddah = await courseWithRuns(ctx, "sterilisation", [], { category: "medical-education-clinical-reasearch" });
    await makeRun(ctx.db, jeddah.id, {
      venueEng: "Meeting hall, Jeddah",
      venueAr: "قاعة اللقاءات، جدة",
      startDate: dayFromNow(ctx, 40),
      endDate: dayFromNow(ctx, 41),
    });
  });

  const offered = async (query: string) =>
    (await listSuggestions(ctx, listing(query))).map((one) => `${listingAddress(one.listing)} ${one.total}`);

  it.each([
    ["place=Jeddah&q=audit", ["/courses?place=Jeddah 1", "/courses?q=audit 1"]],
    ["q=audit+jeddah", ["/courses?q=audit 1", "/courses?q=jeddah 1"]],
    [`q=${encodeURIComponent("audit جده")}`, ["/courses?q=audit 1", `/courses?q=${encodeURIComponent("جده")} 1`]],
    ["q=audit+zzzzzz", ["/courses?q=audit 1"]],
    ["place=Riyadh&month=2099-01", ["/courses?place=Riyadh 1"]],
    ["place=Riyadh&from=2099-01-01", ["/courses?place=Riyadh 1"]],
  ])("U-02 for %s offers %j", async (query, lists) => {
    expect(await offered(query)).toEqual(lists);
  });

  it.each(["q=zzzzzz", "place=Atlantis", "q=zzzzzz&place=Atlantis&month=2099-01"])(
    "U-02 offers each category and city for %s, where removing one filter finds nothing",
    async (query) => {
      expect(await offered(query)).toEqual([
        "/courses?category=healthcare-quality 1",
        "/courses?category=medical-education-clinical-reasearch 1",
        "/courses?place=Jeddah 1",
        "/courses?place=Riyadh 1",
      ]);
    },
  );

  it("has the same count as the list it links to", async () => {
    for (const query of ["place=Jeddah&q=audit", "q=zzzzzz"])
      for (const { listing, total } of await listSuggestions(ctx, parseListing(new URLSearchParams(query))))
        expect((await listPage(ctx, toListInput(listing))).total, listingAddress(listing)).toBe(total);
  });
});
