import { describe, expect, it } from "vitest";
import { calendarFile } from "./calendar.server.ts";
import { courseBlock, sampleCourse, venueMapUrl } from "./mail-course.ts";
import { resolveAddress } from "./run-changes.server.ts";

const street = { addressEng: "Example Tower, King Fahd Road", addressAr: "برج المثال، طريق الملك فهد" };

describe("the street address of a venue", () => {
  it("has no map while it is unknown", () => {
    expect(venueMapUrl({ venue_eng: "Online, live", address_eng: null })).toBeNull();
    expect(venueMapUrl({ venue_eng: "Riyadh" })).toBeNull();
  });

  it("is searched for on the map with its city, with any characters", () => {
    const url = new URL(venueMapUrl({ venue_eng: "Hall, Jeddah", address_eng: "1 A&B Road?x=<y>" }) ?? "");
    expect(url.origin).toBe("https://www.openstreetmap.org");
    expect([...url.searchParams]).toEqual([["query", "1 A&B Road?x=<y>, Jeddah, Saudi Arabia"]]);
  });

  it("is dropped when the run changes its venue or clears it, and kept otherwise", () => {
    const before = { venueEng: "Hall, Jeddah", ...street };
    expect(resolveAddress(before, { venueEng: "Centre, Riyadh" })).toEqual({ addressEng: null, addressAr: null });
    expect(resolveAddress(before, { venueEng: "Hall, Jeddah" })).toEqual(street);
    expect(resolveAddress(before, { venueEng: "Hall, Jeddah", addressEng: null, addressAr: null })).toEqual({
      addressEng: null,
      addressAr: null,
    });
  });

  it.each(["en", "ar"] as const)("is in a mail with a link to the map, but not for a cancelled date (%s)", (locale) => {
    const lines = (off: boolean) =>
      courseBlock(sampleCourse, sampleCourse, locale, off ? { off: true } : {}).lines.join();
    const address = locale === "ar" ? sampleCourse.address_ar : sampleCourse.address_eng;
    expect(lines(false)).toContain(address);
    expect(lines(false)).toContain("https://www.openstreetmap.org/search?query=");
    expect(lines(true)).not.toContain(address);
  });

  it("is in the location of calendar entries, after the venue", () => {
    const run = {
      runId: 1,
      nameEng: "Course",
      nameAr: null,
      startDate: "2027-01-12",
      endDate: "2027-01-12",
      days: 1,
      timesConfirmed: false,
      sessions: [
        { startsAt: new Date("2027-01-12T06:00:00Z"), endsAt: new Date("2027-01-12T12:00:00Z"), joiningUrl: null },
      ],
      venueEng: "Hall, Jeddah",
      venueAr: "قاعة، جدة",
      ...street,
      sequence: 0,
      cancelled: false,
      earlier: [],
      url: "https://nama.example/courses/x",
    };
    const site = {
      baseUrl: "https://nama.example",
      organizer: "courses@nama.example",
      now: new Date("2026-11-24T00:00:00Z"),
    };
    const unfolded = (locale: "en" | "ar") => calendarFile([run], locale, site).replaceAll("\r\n ", "");
    expect(unfolded("en")).toContain("LOCATION:Hall\\, Jeddah\\, Example Tower\\, King Fahd Road");
    expect(unfolded("ar")).toContain("LOCATION:قاعة، جدة، برج المثال، طريق الملك فهد");
  });
});
