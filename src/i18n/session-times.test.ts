import { expect, it } from "vitest";
import { riyadhInstant } from "./dates.ts";
import { joiningLinks } from "./joining-links.ts";
import { sessionLines } from "./session-times.ts";

const session = (date: string, from = "09:00", to = "15:00", joining_url: string | null = null) => ({
  starts_at: riyadhInstant(date, from).toISOString(),
  ends_at: riyadhInstant(date, to).toISOString(),
  joining_url,
});
const spaced = (lines: string[]) => lines.map((line) => line.replaceAll("\u00a0", " "));

it("G-02 returns nothing for unconfirmed times", () => {
  expect(sessionLines([], "en")).toEqual([]);
  expect(joiningLinks([session("2027-01-12")], "ar")).toEqual([]);
});

it("N-06 C3 G-02 shows equal times of consecutive days once, even across months", () => {
  const days = ["2027-01-30", "2027-01-31", "2027-02-01"].map((date) => session(date));
  expect(spaced(sessionLines(days, "en"))).toEqual(["9:00 am – 3:00 pm (Riyadh time)"]);
  expect(spaced(sessionLines(days, "ar"))).toEqual(["من 9:00 صباحًا إلى 3:00 مساءً (بتوقيت الرياض)"]);
  const halves = days.flatMap((day) => [day, session(day.starts_at.slice(0, 10), "16:00", "17:30")]);
  expect(spaced(sessionLines(halves, "en"))).toEqual([
    "9:00 am – 3:00 pm (Riyadh time)",
    "4:00 pm – 5:30 pm (Riyadh time)",
  ]);
});

it("G-02 names the days of sessions that are weekly or differ in time", () => {
  const evenings = ["2027-01-28", "2027-02-04"].map((date) => session(date, "17:00", "20:00"));
  expect(spaced(sessionLines(evenings, "en"))).toEqual([
    "5:00 pm – 8:00 pm (Riyadh time): Thu 28 January, Thu 4 February",
  ]);
  expect(spaced(sessionLines(evenings, "ar"))).toEqual([
    "من 5:00 مساءً إلى 8:00 مساءً (بتوقيت الرياض): الخميس 28 يناير، الخميس 4 فبراير",
  ]);
  expect(spaced(sessionLines([session("2027-01-12"), session("2027-01-13", "10:00", "12:00")], "en"))).toEqual([
    "9:00 am – 3:00 pm (Riyadh time): Tue 12 January",
    "10:00 am – 12:00 pm (Riyadh time): Wed 13 January",
  ]);
});

it("G-02 uses the days of Riyadh, also after midnight there", () => {
  const night = [session("2027-01-12", "00:00", "01:00"), session("2027-01-14", "22:30", "23:59")];
  expect(night[0]?.starts_at).toBe("2027-01-11T21:00:00.000Z");
  expect(spaced(sessionLines(night, "en"))).toEqual([
    "12:00 am – 1:00 am (Riyadh time): Tue 12 January",
    "10:30 pm – 11:59 pm (Riyadh time): Thu 14 January",
  ]);
});

it("G-02 returns one link if it is the same for all days; else names the days of each", () => {
  const [a, b] = ["https://meet.example.com/a", "https://meet.example.com/b"];
  const same = ["2027-01-12", "2027-01-13"].map((date) => session(date, "09:00", "15:00", a));
  expect(joiningLinks(same, "en")).toEqual([{ label: "Joining link", url: a }]);
  const other = [...same, session("2027-01-14", "09:00", "15:00", b), session("2027-01-15")];
  expect(joiningLinks(other, "en").map(({ label, url }) => [label.replaceAll("\u00a0", " "), url])).toEqual([
    ["Joining link for Tue 12 January, Wed 13 January", a],
    ["Joining link for Thu 14 January", b],
  ]);
  expect(joiningLinks(other, "ar")[1]?.label.replaceAll("\u00a0", " ")).toBe("رابط الدخول لأيام: الخميس 14 يناير");
});
