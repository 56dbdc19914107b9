import { m, findMessage } from "../messages.ts";

/** The label of a profession. One that a person typed has no label and is returned unchanged. */
export const professionName = (name: string): string => findMessage(`staff_people_professions_${name}`) ?? name;

export const languageName = (locale: string): string =>
  locale === "ar" ? m.staff_people_arabic() : m.staff_people_english();
