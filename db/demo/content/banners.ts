import type { DemoBanner } from "./types.ts";

/** The slides of the home page in their order: care, what people learn, what the systems show, what stays. */
export const demoBanners: DemoBanner[] = [
  {
    slug: "home",
    file: "home-care",
    titleEng: "Better care begins with learning.",
    titleAr: "الرعاية الأفضل تبدأ بالتعلّم.",
  },
  {
    slug: "home",
    file: "home-systems",
    titleEng: "One record for quality, hospital and laboratory.",
    titleAr: "سجل واحد للجودة والمستشفى والمختبر.",
  },
  {
    slug: "home",
    file: "home-radar",
    titleEng: "See what needs your attention next.",
    titleAr: "اعرف ما يحتاج إليك أولًا.",
  },
  {
    slug: "home",
    file: "home-growth",
    titleEng: "We stay until the new way of working is yours.",
    titleAr: "نبقى معكم حتى يصبح التغيير جزءًا من عملكم.",
  },
];
