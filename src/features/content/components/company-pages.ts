import { m } from "#messages";

export type CompanySlug = "about-us" | "mission" | "vision" | "core-values" | "what-we-do";

export const companyPages: readonly { slug: CompanySlug; label: typeof m.content_about }[] = [
  { slug: "about-us", label: m.content_about },
  { slug: "mission", label: m.content_mission },
  { slug: "vision", label: m.content_vision },
  { slug: "core-values", label: m.content_values },
  { slug: "what-we-do", label: m.content_work },
];
