import { m, findMessage } from "../messages.ts";

/** The label of a profession. A profession that a person typed is returned unchanged, because it has no label. */
export const professionName = (name: string): string => findMessage(`staff_people_professions_${name}`) ?? name;

export const languageName = (locale: string): string =>
  locale === "ar" ? m.staff_people_arabic() : m.staff_people_english();
