/** What a run is taught in. */
export const teachingLanguages = ["en", "ar", "both"] as const;
export type TeachingLanguage = (typeof teachingLanguages)[number];
