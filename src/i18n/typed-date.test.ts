import { expect, it } from "vitest";
import { formatTypedDate, parseTypedDate, parseTypedDateTime, parseTypedTime } from "./typed-date.ts";

it("rejects dates that are incomplete, do not exist or begin with the month", () => {
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
    expect(parseTypedDate(text), text).toBeNull();
});

it("accepts the usual ways to type a date, day first", () => {
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
    expect(parseTypedDate(text), text).toBe("2027-01-14");
  expect(parseTypedDate("29/2/2028")).toBe("2028-02-29");
});

it("formatTypedDate writes a date that parseTypedDate reads back", () => {
  expect(formatTypedDate("2027-01-14")).toBe("14/01/2027");
  expect(parseTypedDate(formatTypedDate("2027-01-14"))).toBe("2027-01-14");
  expect(formatTypedDate(null)).toBe("");
});

it("L-9 rejects a time that is incomplete or does not exist", () => {
  for (const text of ["", "9", "9:3", "24:00", "09:60", "9:30 pm", "09:30:00", "noon"])
    expect(parseTypedTime(text), text).toBeNull();
  for (const text of ["", "14/01/2027", "16:00", "14012027", "30/02/2027 16:00", "14/01/2027 24:00", "Tuesday 16:00"])
    expect(parseTypedDateTime(text), text).toBeNull();
});

it("L-9 accepts a 24-hour time, alone and after a date", () => {
  for (const text of ["9:30", "09:30", " 09.30 ", "0930", "930", "٠٩:٣٠", "9 : 30"])
    expect(parseTypedTime(text), text).toBe("09:30");
  for (const text of ["14/1/2027 16:00", "14/01/2027  1600", "140120271600", "2027-01-14T16:00", "١٤/١/٢٠٢٧ ١٦:٠٠"])
    expect(parseTypedDateTime(text), text).toBe("2027-01-14T16:00");
});
