import { monthAndYear } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { hourRanges, onlinePlace, priceRanges, type Choice, type Facet } from "../filters.ts";

export const facetWords: Record<Exclude<Facet, "seats">, { label: () => string; all: () => string }> = {
  category: { label: m.catalogue_filter_category, all: m.catalogue_filter_category_all },
  place: { label: m.catalogue_filter_place, all: m.catalogue_filter_place_all },
  month: { label: m.catalogue_filter_month, all: m.catalogue_filter_month_all },
  hours: { label: m.catalogue_filter_hours, all: m.catalogue_filter_hours_all },
  price: { label: m.catalogue_filter_price, all: m.catalogue_filter_price_all },
};

const thousands = (riyals: number) => String(riyals).replace(/\B(?=(\d{3})+$)/g, ",");

function hoursWords(value: string): string {
  const range = hourRanges.find((one) => one.value === value);
  if (!range) return value;
  const { from, to } = range;
  if (to === null) return m.catalogue_hours_over({ from });
  return from === 0 ? m.catalogue_hours_up_to({ to }) : m.catalogue_hours_between({ from, to });
}

function priceWords(value: string): string {
  const range = priceRanges.find((one) => one.value === value);
  if (!range) return value;
  const from = thousands(range.from);
  if (range.to === null) return m.catalogue_price_from({ from });
  const to = thousands(range.to);
  return range.from === 0 ? m.catalogue_price_under({ to }) : m.catalogue_price_between({ from, to });
}

function placeWords({ value, name_ar }: Pick<Choice, "value" | "name_ar">, locale: Locale): string {
  if (value === onlinePlace) return m.catalogue_place_online();
  return locale === "ar" && name_ar ? name_ar : isolate(value);
}

/** `Riyadh (12)`. */
export const countedWords = (name: string, total: number): string => `${name} (${total})`;

export function choiceWords(facet: Facet, choice: Pick<Choice, "value" | "name_ar">, locale: Locale): string {
  switch (facet) {
    case "category":
      return choice.value === "healthcare-quality" ? m.catalogue_category_quality() : m.catalogue_category_education();
    case "place":
      return placeWords(choice, locale);
    case "month":
      return monthAndYear(choice.value, locale);
    case "hours":
      return hoursWords(choice.value);
    case "price":
      return priceWords(choice.value);
    case "seats":
      return m.catalogue_filter_seats();
  }
}
