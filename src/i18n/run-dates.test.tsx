import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LocaleContext } from "./link.tsx";
import type { Locale } from "./locale.ts";
import { CompactRange, RunDates, Started, type RunDatesOf } from "./run-dates.tsx";

/** Returns the visible text. No-break spaces, and spaces within one inline block, become `_`. */
const read = (locale: Locale, element: React.ReactNode) =>
  renderToStaticMarkup(<LocaleContext value={locale}>{element}</LocaleContext>)
    .replace(/<span class="inline-block">(.*?)<\/span>/g, (_, date: string) => date.replaceAll(" ", "_"))
    .replace(/<[^>]+>/g, "")
    .replaceAll("\u00a0", "_")
    .replaceAll(/[\u2068\u2069]/g, "");
const run: RunDatesOf = { start_date: "2026-12-20", end_date: "2026-12-24", days: 5, started: false };

describe("F-20 the dates of a run", () => {
  it("show both days with weekdays and the number of days, and break only between dates", () => {
    expect(read("en", <RunDates of={run} />)).toBe("Sun_20_– Thu_24_December_2026_· 5 days");
    expect(read("en", <RunDates of={{ ...run, end_date: "2027-01-03", days: 3 }} />)).toBe(
      "Sun_20_December_2026_– Sun_3_January_2027_· 3 days",
    );
  });

  it("show one day for a run of one day", () =>
    expect(read("en", <RunDates of={{ ...run, end_date: run.start_date, days: 1 }} />)).toBe(
      "Sun_20_December_2026_· 1 day",
    ));
  it("leave out an unknown number of days", () =>
    expect(read("en", <RunDates of={{ ...run, days: null }} />)).toBe("Sun_20_– Thu_24_December_2026"));
  it("show the specified label in lists, without breaks within dates", () =>
    expect(read("en", <CompactRange of={{ ...run, start_date: "2026-11-30" }} />)).toBe(
      "30_November_– 24_December_2026",
    ));
});

it("N-01: a date is an inline block that breaks only at its spaces", () => {
  const html = renderToStaticMarkup(
    <LocaleContext value="en">
      <CompactRange of={{ ...run, start_date: "2026-11-30" }} />
    </LocaleContext>,
  );
  expect(html).toBe(
    '<bdi><span class="inline-block">30 November –</span> <span class="inline-block">24 December 2026</span></bdi>',
  );
});

describe("F-25 a run that has begun", () => {
  it("shows its first day; other runs show nothing", () => {
    expect(read("en", <Started of={{ ...run, start_date: "2026-11-15", started: true }} />)).toBe(
      "Started 15_November",
    );
    expect(read("en", <RunDates of={{ ...run, start_date: "2026-11-15", started: true }} />)).toBe(
      "Sun_15_November_– Thu_24_December_2026_· 5 daysStarted 15_November",
    );
    expect(read("en", <Started of={run} />)).toBe("");
  });
});
