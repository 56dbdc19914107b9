import { expect, it } from "vitest";
import { monthNamed, venuesNamed } from "./place-words.ts";

const riyadh = { venueEng: "Training centre, Riyadh", venueAr: "مركز التدريب، الرياض", isOnline: false };
const jeddah = { venueEng: "Conference hall, Jeddah", venueAr: "قاعة المؤتمرات، جدة", isOnline: false };
const khobar = { venueEng: "Al Khobar", venueAr: "الخبر", isOnline: false };
const abha = { venueEng: "Khamis Mushait", venueAr: null, isOnline: false };
const online = { venueEng: "Online, live", venueAr: "عن بُعد، مباشر", isOnline: true };
const venues = [riyadh, jeddah, khobar, abha, online];

it.each(["", "في", "training", "khamis", "patient safety", "جدول", "الريا", "riya", "بعد"])(
  "U-02 %s names no city",
  (search) => {
    expect(venuesNamed(search, venues)).toBeNull();
  },
);

it.each([
  ["جدة", [jeddah], "جدة", ""],
  ["جده", [jeddah], "جده", ""],
  ["دورات بجدة", [jeddah], "بجدة", "دورات"],
  ["  JEDDAH ", [jeddah], "JEDDAH", ""],
  ["jedda", [jeddah], "jedda", ""],
  ["patient safety in Riyadh", [riyadh], "Riyadh", "patient safety"],
  ["سلامة الرياض", [riyadh], "الرياض", "سلامة"],
  ["سلامة للرّیاض", [riyadh], "للرّیاض", "سلامة"],
  ["دورات رياض", [riyadh], "رياض", "دورات"],
  ["Riyad", [riyadh], "Riyad", ""],
  ["Al-Khobar safety", [khobar], "Al-Khobar", "safety"],
  ["khobar", [khobar], "khobar", ""],
  ["alkhobar", [khobar], "alkhobar", ""],
  ["بالخبر", [khobar], "بالخبر", ""],
  ["khamis mushait", [abha], "khamis mushait", ""],
  ["quality online", [online], "online", "quality"],
  ["جودة عن بعد", [online], "عن بعد", "جودة"],
  ["riyadh jeddah", [riyadh, jeddah], "riyadh jeddah", ""],
])("U-02 %s names a city", (search, places, named, rest) => {
  expect(venuesNamed(search, venues)).toEqual({ venues: places.map(({ venueEng }) => venueEng), named, rest });
});

it.each([
  ["conference hall", [jeddah]],
  ["مركز التدريب", [riyadh]],
])("U-02 %s names a venue when the search finds nothing else", (search, named) => {
  const isWhole = { isWhole: true };
  expect(venuesNamed(search, venues, isWhole)?.venues).toEqual(named.map(({ venueEng }) => venueEng));
  expect(venuesNamed("no such hall", venues, isWhole)).toBeNull();
});

it.each([
  ["يناير", "01", "يناير", ""],
  ["ینایر", "01", "ینایر", ""],
  ["دورات في إبريل", "04", "إبريل", "دورات"],
  ["الجودة بأبريل ٢٠٢٧", "2027-04", "بأبريل 2027", "الجودة"],
  ["audit Jan 2027", "2027-01", "Jan 2027", "audit"],
  ["Sept. audit", "09", "Sept.", "audit"],
  ["december", "12", "december", ""],
])("U-02 %s names a month", (search, month, named, rest) => {
  expect(monthNamed(search)).toEqual({ month, named, rest, isOtherWord: false });
});

it("U-02 a year alone is no month; an ambiguous month name needs a year", () => {
  expect(monthNamed("audit 2027")).toBeNull();
  for (const word of ["may", "March", "مارس"]) expect(monthNamed(word)).toMatchObject({ isOtherWord: true });
  expect(monthNamed("may 2027")).toMatchObject({ month: "2027-05", isOtherWord: false });
});
