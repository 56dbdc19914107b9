import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { courseCategories, freeSeatsValue, hourRanges, priceRanges, sorts } from "./filters.ts";
import { listingAddress, parseListing, withoutChoice, type Listing } from "./listing.ts";

const read = (query: string) => parseListing(new URLSearchParams(query));

describe("L-01 the address of the course list", () => {
  it("ignores invalid values", () => {
    const all: Listing = { page: 1, q: "", from: null, to: null, chosen: {}, sort: null };
    for (const query of [
      "page=0",
      "page=-1",
      "page=1.5",
      "page=abc",
      "page=999999",
      "from=2027-02-30",
      "from=27-01-01",
      "to=x",
      "q=%20%20",
      "q=%00",
      "category=cooking",
      "category=__proto__",
      "place=",
      "place=%00",
      "place=a%0Ab",
      `place=${"a".repeat(61)}`,
      "month=2027-13",
      "month=2027-1",
      "month=1999-01",
      "hours=5",
      "hours=0-7",
      "price=-1",
      "price=0-1000000",
      "price=1e3-2000",
      "seats=1",
      "seats=sold",
      "sort=random",
      "sort=",
      "sort=soonest",
      "unknown=1&chosen=2&constructor=3",
    ])
      expect(read(query), query).toEqual(all);
  });

  it("swaps dates in the wrong order, and accepts one date alone", () => {
    expect(read("from=2027-06-30&to=2027-01-01")).toMatchObject({ from: "2027-01-01", to: "2027-06-30" });
    expect(read("from=2027-06-30")).toMatchObject({ from: "2027-06-30", to: null });
  });

  it("cuts long search words to the maximum of the API", () => {
    expect(read(`q=${"a".repeat(500)}`).q).toHaveLength(120);
  });

  it("contains the whole state, so that reload, back and sharing keep it", () => {
    const day = fc
      .date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const listing = fc.record({
      page: fc.integer({ min: 1, max: 500 }),
      q: fc.string({ unit: "grapheme", maxLength: 20 }),
      from: fc.option(day),
      to: fc.option(day),
      chosen: fc.record(
        {
          category: fc.constantFrom(...courseCategories),
          place: fc.constantFrom("online", "Riyadh", "الرياض", "a&b=c"),
          month: day.map((date) => date.slice(0, 7)),
          hours: fc.constantFrom(...hourRanges.map(({ value }) => value)),
          price: fc.constantFrom(...priceRanges.map(({ value }) => value)),
          seats: fc.constant(freeSeatsValue),
        },
        { requiredKeys: [] },
      ),
      sort: fc.option(fc.constantFrom(...sorts)),
    });
    fc.assert(
      fc.property(listing, (original) => {
        const once = read(new URL(listingAddress(original), "http://x").search);
        expect(read(new URL(listingAddress(once), "http://x").search)).toEqual(once);
        expect(once.page).toBe(original.page);
        expect(once.chosen).toEqual(original.chosen);
        expect([once.from, once.to].sort()).toEqual([original.from, original.to].sort());
      }),
    );
    const none: Listing = { page: 1, q: "", from: null, to: null, chosen: {}, sort: null };
    expect(listingAddress(none)).toBe("/courses");
    expect(listingAddress({ ...none, page: 2, q: "سلامة a&b" })).toBe(
      "/courses?q=%D8%B3%D9%84%D8%A7%D9%85%D8%A9+a%26b&page=2",
    );
    const all = "/courses?q=x&category=healthcare-quality&place=Riyadh&month=2027-01&seats=free&sort=price&page=3";
    expect(listingAddress(read(new URL(all, "http://x").search))).toBe(all);
    expect(listingAddress(withoutChoice(read(new URL(all, "http://x").search), "place"))).toBe(
      "/courses?q=x&category=healthcare-quality&month=2027-01&seats=free&sort=price",
    );
  });
});
