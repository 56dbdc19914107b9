import type { DemoBanner } from "./types.ts";

/** The slides of the home page, in their order. */
export const demoBanners: DemoBanner[] = [
  {
    slug: "home",
    file: "home-care",
    title_eng: "Better care begins with learning.",
    title_ar: "الرعاية الأفضل تبدأ بالتعلّم.",
  },
  {
    slug: "home",
    file: "home-systems",
    title_eng: "One record for quality, hospital and laboratory.",
    title_ar: "سجل واحد للجودة والمستشفى والمختبر.",
  },
  {
    slug: "home",
    file: "home-radar",
    title_eng: "See what needs your attention next.",
    title_ar: "اعرف ما يحتاج إليك أولًا.",
  },
  {
    slug: "home",
    file: "home-growth",
    title_eng: "We stay until the new way of working is yours.",
    title_ar: "نبقى معكم حتى يصبح التغيير جزءًا من عملكم.",
  },
];
