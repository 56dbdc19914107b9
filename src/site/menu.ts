import { m } from "#messages";
import type { LabelName } from "#i18n/label.tsx";

export interface MenuEntry {
  path: string;
  /** A message function where both Arabic message sets have the same text. */
  label: LabelName | (() => string);
  children?: readonly MenuEntry[];
  /** Pages on which, and below which, this entry is marked as current. */
  currentOn?: readonly string[];
}

/** First in the phone menu. Wide windows show it in the top bar, because their menu has no room (U-27). */
export const coursesEntry: MenuEntry = { path: "/courses", label: "courses", currentOn: ["/courses"] };

const trainingPages = ["/course-registration-info", "/cart", "/checkout", "/order-response"];
const trainingEntry: MenuEntry = {
  path: "/medical-training-center",
  label: m.site_menu_training,
  currentOn: ["/courses", ...trainingPages],
};

export const siteMenu: readonly MenuEntry[] = [
  {
    path: "/about-us",
    label: m.common_about,
    currentOn: ["/what-we-do", "/core-values"],
    children: [
      { path: "/about-us-arabic", label: m.site_menu_about_arabic },
      { path: "/about-us", label: m.site_menu_about_english },
      { path: "/vision", label: m.content_vision },
      { path: "/mission", label: m.content_mission },
    ],
  },
  trainingEntry,
  { path: "/nama-learning-management", label: m.site_learning_title },
  {
    path: "/digital-health-solutions",
    label: m.site_menu_digital,
    currentOn: ["/hospital-information-system"],
    children: [
      { path: "/digital-health-solutions#radar-section", label: m.site_menu_digital_radar },
      { path: "/digital-health-solutions#about_main_image_block", label: m.site_menu_digital_overview },
    ],
  },
  { path: "/consultancy-services", label: m.site_menu_consultancy },
  { path: "/contact-us", label: "contact" },
];

/** On a phone the courses have an entry of their own, so their pages mark no other as current. */
export const phoneMenu: readonly MenuEntry[] = [
  coursesEntry,
  ...siteMenu.map((entry) => (entry === trainingEntry ? { ...entry, currentOn: trainingPages } : entry)),
];

const getEntryPage = (entry: MenuEntry) => entry.path.replace(/#.*/, "");

/** The `aria-current` of an entry on page `path`: `true` on pages of its sub-entries and of its `currentOn`. */
export function getAriaCurrent(entry: MenuEntry, path: string): "page" | "true" | undefined {
  if (entry.path.includes("#")) return undefined;
  if (entry.path === path) return "page";
  const isUnder = (parent: string) => path === parent || path.startsWith(`${parent}/`);
  return entry.children?.some((child) => getEntryPage(child) === path) || entry.currentOn?.some(isUnder)
    ? "true"
    : undefined;
}
