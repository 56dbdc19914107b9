/** Categories, filters and sort orders of the course list. No I/O. */

/** `reasearch` is spelt as the specification prescribes. */
export const courseCategories = ["healthcare-quality", "medical-education-clinical-reasearch"] as const;
export type CourseCategory = (typeof courseCategories)[number];

/** Filters of the list. Their names are also query keys of the page and fields of the API. */
export const facets = ["category", "place", "month", "hours", "price", "seats"] as const;
export type Facet = (typeof facets)[number];

/** The chosen values, at most one for each facet. */
export type Chosen = Partial<Record<Facet, string>>;

export interface Range {
  value: string;
  from: number;
  /** Null if there is no upper limit. */
  to: number | null;
}

const toRanges = (bounds: readonly number[]): Range[] =>
  bounds.map((from, index) => {
    const to = bounds[index + 1] ?? null;
    return { value: `${from}-${to ?? ""}`, from, to };
  });

/** CME hours of an accredited run: more than `from`, at most `to`. */
export const hourRanges = toRanges([0, 6, 12, 18]);
/** Riyals before VAT: at least `from`, less than `to`. */
export const priceRanges = toRanges([0, 1000, 2000, 3000]);

/** The value of `place` for online courses, instead of a city. */
export const onlinePlace = "online";
/** The only value of `seats`: courses that can be booked now. */
export const freeSeatsValue = "free";

const maxPlaceLength = 60;
// eslint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f]/;
const isRangeOf = (ranges: readonly Range[]) => (text: string) => ranges.some(({ value }) => value === text);

const isValue: Record<Facet, (text: string) => boolean> = {
  category: (text) => courseCategories.some((category) => category === text),
  // Staff enter cities freely, so any name is allowed.
  place: (text) => text.length <= maxPlaceLength && text.isWellFormed() && !controlCharacter.test(text),
  month: (text) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text),
  hours: isRangeOf(hourRanges),
  price: isRangeOf(priceRanges),
  seats: (text) => text === freeSeatsValue,
};

/** Parses a choice; null when it is not valid. */
export function facetValue(facet: Facet, text: string | null): string | null {
  const value = text?.trim() ?? "";
  return value && isValue[facet](value) ? value : null;
}

/** Sorts by date, lowest price or most CME hours; within each, courses that can be booked come first. */
export const sorts = ["soonest", "price", "hours"] as const;
export type Sort = (typeof sorts)[number];

export interface Choice {
  value: string;
  /** Arabic name of a city; null for other facets, whose labels come from the page. */
  name_ar: string | null;
  /** Number of courses with this choice, if the other facets stay as they are. */
  total: number;
}
export type Choices = Record<Facet, Choice[]>;
