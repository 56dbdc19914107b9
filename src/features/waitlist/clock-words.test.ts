import { expect, it } from "vitest";
import { m } from "#messages";

const units = [m.waiting_hours, m.waiting_minutes, m.waiting_seconds];
const formatUnits = (count: number, locale: "en" | "ar") => units.map((unit) => unit({ count }, { locale }));

it.each([0, 1, 2, 3, 10, 11, 19, 38, 42, 59])(
  "L-10 the units below an offer's clock have the right plural for %i",
  (count) => {
    expect(formatUnits(count, "ar")).toEqual(["ساعة", "دقيقة", "ثانية"]);
    expect(formatUnits(count, "en")).toEqual(
      count === 1 ? ["hour", "minute", "second"] : ["hours", "minutes", "seconds"],
    );
  },
);
