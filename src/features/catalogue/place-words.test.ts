import { expect, it } from "vitest";
import { monthNamed, venuesNamed } from "./place-words.ts";

const riyadh = { venueEng: "Training centre, Riyadh", venueAr: "مركز التدريب، الرياض" };
const jeddah = { venueEng: "Conference hall, Jeddah", venueAr: "قاعة المؤتمرات، جدة" };
const abha = { venueEng: "Khamis Mushait", venueAr: null };
const venues = [riyadh, jeddah, abha];

it.each([
  ["جدة", [jeddah], ""],
  ["جده", [jeddah], ""],
  ["دورات بجدة", [jeddah], "دورات"],
  ["  JEDDAH ", [jeddah], ""],
  ["patient safety in Riyadh", [riyadh], "patient safety"],
  ["سلامة الرياض", [riyadh], "سلامة"],
  ["khamis mushait", [abha], ""],
])("U-02 %s names a city", (search, named, rest) => {
  expect(venuesNamed(search, venues)).toEqual({ venues: named.map(({ venueEng }) => venueEng), rest });
});

it.each(["", "training", "khamis", "patient safety", "جدول"])("U-02 %s names no city", (search) => {
  expect(venuesNamed(search, venues)).toBeNull();
});

it.each([
  ["conference hall", [jeddah]],
  ["مركز التدريب", [riyadh]],
])("U-02 %s is a venue where a search finds nothing else", (search, named) => {
  const isWhole = { isWhole: true };
  expect(venuesNamed(search, venues, isWhole)?.venues).toEqual(named.map(({ venueEng }) => venueEng));
  expect(venuesNamed("no such hall", venues, isWhole)).toBeNull();
});

it.each([
  ["يناير", "01", ""],
  ["دورات في إبريل", "04", "دورات"],
  ["audit Jan 2027", "2027-01", "audit"],
  ["december", "12", ""],
])("U-02 %s names a month", (search, month, rest) => {
  expect(monthNamed(search)).toEqual({ month, rest });
  expect(monthNamed("audit 2027")).toBeNull();
});
