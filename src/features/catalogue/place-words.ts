import { dayAndMonth } from "#i18n/dates.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { locales } from "#i18n/locale.ts";

/** Normalises spellings as search_normalize does: `جده` and `جدة`, `ینایر` and `يناير`, `RIYADH` and `Riyadh`. */
const fold = (text: string): string =>
  normaliseInput(text)
    .normalize("NFD")
    .replaceAll(/[\p{M}\u0640]/gu, "")
    .replaceAll("ٱ", "ا")
    .replaceAll("ة", "ه")
    .replaceAll(/[ىی]/gu, "ي")
    .replaceAll("ک", "ك")
    .toLowerCase();

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `venueEng` ends in the city: `Training centre, Riyadh`. */
export interface Venue {
  venueEng: string;
  venueAr: string | null;
  /** Both parts name it: `Online, live`. */
  isOnline: boolean;
}

/** What a search names, as typed, and the other words. */
interface Named {
  named: string;
  rest: string;
}

/** Without the article: `الرياض` and `رياض`, `Al-Khobar`, `Alkhobar` and `Khobar`. */
const stripArticle = (word: string): string => word.replace(/^(?:al|[وف]?(?:بال|كال|ال|لل))(?=\p{L}{3})/u, "");
/** A name may have a conjunction or preposition: `بجدة`. */
const spellings = (word: string): string[] => [word, word.replace(/^[وبل](?=\p{L}{3})/u, "")].map(stripArticle);
/** Also without its last letters: `Riyad`, `Jedda`. */
const minBeginning = 5;
const isNameOf = (word: string, name: string): boolean =>
  spellings(word).some(
    (one) => one === stripArticle(name) || (one.length >= minBeginning && stripArticle(name).startsWith(one)),
  );
const small = new Set(["in", "at", "al", "في"].map(fold));
const isSmall = (word: string) => splitWords(word).every((part) => small.has(part));

const typedWords = (search: string): string[] => normaliseInput(search).split(" ").filter(Boolean);

/**
 * Finds the venues that a search names: a city anywhere in it (`سلامة جدة`), or with `isWhole` words of a venue that are
 * all of it (`training centre`). Null when it names none.
 */
export function venuesNamed(
  search: string,
  venues: readonly Venue[],
  { isWhole = false } = {},
): ({ venues: string[] } & Named) | null {
  const typed = typedWords(search);
  const names = venues.flatMap(({ venueEng, venueAr, isOnline }) =>
    [venueEng, venueAr ?? ""].flatMap((text) =>
      (isWhole ? [text] : text.split(/[,،]/).slice(isOnline ? 0 : -1)).map((name) => ({
        venueEng,
        words: splitWords(name).filter((word) => !small.has(word)),
      })),
    ),
  );
  const words = typed.flatMap(splitWords).filter((word) => !small.has(word));
  const isNamed = (name: string[]) =>
    isWhole
      ? name.length > 0 && words.every((word) => name.some((part) => isNameOf(word, part)))
      : // A city of several words must match all of them.
        name.length > 0 && name.every((part) => words.some((word) => isNameOf(word, part)));
  const matches = words.length > 0 ? names.filter((name) => isNamed(name.words)) : [];
  if (matches.length === 0) return null;
  const isUsed = (one: string) =>
    splitWords(one).every(
      (part) => small.has(part) || matches.some((match) => match.words.some((name) => isNameOf(part, name))),
    );
  return {
    venues: [...new Set(matches.map(({ venueEng }) => venueEng))],
    named: typed.filter((one) => isUsed(one) && !isSmall(one)).join(" "),
    rest: typed.filter((one) => !isUsed(one)).join(" "),
  };
}

/** `january` and `يناير` to `01`; in English the first three letters are enough. */
const months = new Map(
  Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0")).flatMap((month) =>
    locales.flatMap((locale) => {
      const name = fold(dayAndMonth(`2000-${month}-01`, locale).split(" ")[1] ?? "");
      return [name, ...(locale === "en" ? [name.slice(0, 3)] : [])].map((one): [string, string] => [one, month]);
    }),
  ),
);
months.set("sept", "09");
/** Not only the names of months. */
const otherWords = new Set(["may", "mar", "march", "مارس"].map(fold));

/** Finds the month that a search names, `01` or with a year `2027-01`; null without one. */
export function monthNamed(search: string): ({ month: string; isOtherWord: boolean } & Named) | null {
  const typed = typedWords(search);
  const findName = (one: string) =>
    splitWords(one)
      .flatMap(spellings)
      .find((word) => months.has(word));
  const word = typed.find(findName);
  const name = word === undefined ? undefined : findName(word);
  if (name === undefined) return null;
  const year = typed.find((one) => /^20\d\d$/.test(one));
  const isUsed = (one: string) => one === word || one === year;
  return {
    month: `${year === undefined ? "" : `${year}-`}${months.get(name)}`,
    isOtherWord: otherWords.has(name) && year === undefined,
    named: typed.filter(isUsed).join(" "),
    rest: typed.filter((one) => !isUsed(one) && !isSmall(one)).join(" "),
  };
}
