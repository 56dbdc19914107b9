/**
 * Title, description and keywords of a page, by the `type` and `slug` that `get-meta-information` receives.
 * A course (`type: "course"`) and a news item have none here: theirs derive from their own name, summary and subject.
 */
export interface DemoPageMeta {
  type: "page";
  slug: string;
  titleEng: string;
  titleAr: string;
  descriptionEng: string;
  descriptionAr: string;
  keywordsEng: string;
  keywordsAr: string;
}

type Language = [title: string, description: string, keywords: string];

export const page = (slug: string, eng: Language, ar: Language): DemoPageMeta => ({
  type: "page",
  slug,
  titleEng: `${eng[0]} · Nama Health`,
  descriptionEng: eng[1],
  keywordsEng: eng[2],
  titleAr: `${ar[0]} · نماء الصحية`,
  descriptionAr: ar[1],
  keywordsAr: ar[2],
});
