import type { DemoCourse } from "./types.ts";

const extractTexts = (html: string): string[] => html.split(/<[^>]*>/).filter((part) => part.trim() !== "");
const keepPresent = (texts: (string | null | undefined)[]): string[] =>
  texts.filter((text) => typeof text === "string");

/** Every English text of a course, without markup. */
export function englishTexts(course: DemoCourse): string[] {
  const { subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, runs } =
    course;
  return keepPresent([
    subject_eng,
    name_eng,
    summary_eng,
    ...extractTexts(about_course_eng),
    ...extractTexts(prerequisites_eng),
    ...runs.map((run) => run.venueEng),
    ...speakers.flatMap((person) => [person.name_eng, person.job_title_eng, person.biography_eng]),
    ...curriculum.flatMap((day) => [day.title_eng, ...day.items.map((item) => item.eng)]),
  ]);
}

/** Every Arabic text a course has, without markup. */
export function arabicTexts(course: DemoCourse): string[] {
  const { subject_ar, name_ar, summary_ar, about_course_ar, prerequisites_ar, speakers, curriculum, runs } = course;
  return keepPresent([
    subject_ar,
    name_ar,
    summary_ar,
    ...extractTexts(about_course_ar ?? ""),
    ...extractTexts(prerequisites_ar ?? ""),
    ...runs.map((run) => run.venueAr),
    ...speakers.flatMap((person) => [person.name_ar, person.job_title_ar, person.biography_ar]),
    ...curriculum.flatMap((day) => [day.title_ar, ...day.items.map((item) => item.ar)]),
  ]);
}

/** Slugs of the courses that leave out any Arabic text. */
export function coursesWithMissingArabic(courses: DemoCourse[]): string[] {
  return courses
    .filter((course) => !course.name_ar || !course.summary_ar || !course.about_course_ar || !course.prerequisites_ar)
    .map((course) => course.slug);
}

/** The tags of an HTML text that are not among h2, p, ul, li and strong, or that carry attributes. */
export const unsafeTags = (html: string): string[] =>
  (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !/^<\/?(h2|p|ul|li|strong)>$/.test(tag));

const createFaultFinder =
  (rules: [name: string, pattern: RegExp][]) =>
  (text: string): string[] =>
    rules.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

/**
 * Finds faults that an Arabic editor would mark: Latin punctuation, letters or quotes, digits other than 0 to 9,
 * tanween after the alif, stray spaces.
 */
export const faultsInArabic = createFaultFinder([
  ["Latin comma, semicolon or question mark", /[,;?]/],
  // "عنوان IP" is the usual Arabic term.
  ["Latin letter", /[A-Za-z](?<!عنوان I)(?<!عنوان IP)/],
  ["quotation mark that is not « »", /["'“”‘’]/],
  ["Arabic-Indic or Persian digit", /[٠-٩۰-۹]/],
  ["Persian or Urdu look-alike letter", /[کیہےگچپژ]/],
  ["tanween fath after the alif", /اً/],
  ["kashida", /ـ/],
  ["exclamation mark", /!/],
  ["space before punctuation, or doubled", / [،؛؟:.]| {2}|^ | $/],
  ["no space after punctuation", /[،؛؟:][^\s»]/],
]);

/** Finds faults that an English editor would mark: straight quotes, Arabic letters, exclamation marks, stray spaces. */
export const faultsInEnglish = createFaultFinder([
  ["straight quotation mark", /["']/],
  ["Arabic letter or punctuation", /[؀-ۿ]/],
  ["exclamation mark", /!/],
  ["space before punctuation, or doubled", / [,;:.?]| {2}|^ | $/],
]);
