/** Languages in which a run is taught. */
export const teachingLanguages = ["en", "ar", "both"] as const;
export type TeachingLanguage = (typeof teachingLanguages)[number];
