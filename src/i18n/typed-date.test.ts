import { expect, it } from "vitest";
import { dateToType, typedDate } from "./typed-date.ts";

it("takes no date that is not whole, or does not exist, and no month first", () => {
  for (const text of [
    "",
    " ",
    "14",
    "14/1",
    "14/1/27",
    "27-01-01",
    "30/02/2027",
    "29/02/2027",
    "12/13/2027",
    "0/1/2027",
    "2027-13-01",
    "2027-1-1",
    "14/1/2027x",
    "1401202",
    "tomorrow",
    "٣٠/٠٢/٢٠٢٧",
  ])
    expect(typedDate(text), text).toBeNull();
});

it("reads a date in the ways people type one, day first", () => {
  for (const text of [
    "14/1/2027",
    "14/01/2027",
    " 14.01.2027 ",
    "14-1-2027",
    "14 1 2027",
    "14 / 01 / 2027",
    "14012027",
    "2027-01-14",
    "١٤/١/٢٠٢٧",
    "۱۴/۰۱/۲۰۲۷",
    "\u200e14/01/2027",
  ])
    expect(typedDate(text), text).toBe("2027-01-14");
  expect(typedDate("29/2/2028")).toBe("2028-02-29");
});

it("writes it so that it is read back as the same day", () => {
  expect(dateToType("2027-01-14")).toBe("14/01/2027");
  expect(typedDate(dateToType("2027-01-14"))).toBe("2027-01-14");
  expect(dateToType(null)).toBe("");
});
