import texts from "./courses.json" with { type: "json" };
import { listDemoRuns } from "./runs.ts";
import { faculty } from "./speakers.ts";
import type { DemoCourse } from "./types.ts";

/** The parts of the About tab. They are plain text without markup, like all texts in `courses.json`. */
interface AboutText {
  opening: string;
  outcomes: string[];
  audience: string;
  /** How the teaching is organised. */
  organisation: string;
}
/** A sentence, then a list of what to bring or know. */
interface Prerequisites {
  sentence: string;
  items: string[];
}
interface CourseTexts extends Omit<
  DemoCourse,
  "about_course_eng" | "about_course_ar" | "prerequisites_eng" | "prerequisites_ar" | "speakers" | "runs"
> {
  about_eng: AboutText;
  about_ar: AboutText;
  prerequisites_eng: Prerequisites;
  prerequisites_ar: Prerequisites;
  speakers: (keyof typeof faculty)[];
}

/** Headings of the About tab; the same three in every course, so that a reader knows where to look. */
const headings = {
  eng: { outcomes: "What you will learn", audience: "Who it is for", organisation: "How the course is organised" },
  ar: { outcomes: "مخرجات الدورة", audience: "لمن هذه الدورة", organisation: "برنامج الدورة" },
};

const renderList = (items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
const renderAbout = (language: "eng" | "ar", { opening, outcomes, audience, organisation }: AboutText): string =>
  [
    `<p>${opening}</p><h2>${headings[language].outcomes}</h2>${renderList(outcomes)}`,
    `<h2>${headings[language].audience}</h2><p>${audience}</p>`,
    `<h2>${headings[language].organisation}</h2><p>${organisation}</p>`,
  ].join("");
const renderPrerequisites = ({ sentence, items }: Prerequisites): string =>
  `<p>${sentence}</p>${items.length > 0 ? renderList(items) : ""}`;

/** Every demo course: healthcare quality first, then medical education and clinical research. */
export const demoCourses: DemoCourse[] = (texts as CourseTexts[]).map(
  ({ about_eng, about_ar, prerequisites_eng, prerequisites_ar, speakers, ...course }) => ({
    ...course,
    about_course_eng: renderAbout("eng", about_eng),
    about_course_ar: renderAbout("ar", about_ar),
    prerequisites_eng: renderPrerequisites(prerequisites_eng),
    prerequisites_ar: renderPrerequisites(prerequisites_ar),
    speakers: speakers.map((name) => faculty[name]),
    runs: listDemoRuns(course.slug),
  }),
);
