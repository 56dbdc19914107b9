/** Headings of the About tab; the same three in every course, so that a reader knows where to look. */
const headings = {
  eng: { outcomes: "What you will be able to do", audience: "Who it is for", days: "How the days run", day: "How the day runs" },
  ar: { outcomes: "ما الذي ستتمكّن منه", audience: "لمن هذه الدورة", days: "كيف تسير الأيام", day: "كيف يسير اليوم" },
};

interface AboutText {
  opening: string;
  outcomes: string[];
  audience: string;
  /** How the teaching is organised: `day` for a course of one day, `days` for a longer one. */
  day?: string;
  days?: string;
}

const list = (items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

function about(language: "eng" | "ar", text: AboutText): string {
  const heading = headings[language];
  return [
    `<h2>${heading.outcomes}</h2><p>${text.opening}</p>${list(text.outcomes)}`,
    `<h2>${heading.audience}</h2><p>${text.audience}</p>`,
    text.day ? `<h2>${heading.day}</h2><p>${text.day}</p>` : "",
    text.days ? `<h2>${heading.days}</h2><p>${text.days}</p>` : "",
  ].join("");
}

/** The About tab in English as safe HTML; the texts must already be free of markup characters. */
export const aboutEng = (text: AboutText): string => about("eng", text);

/** The About tab in Arabic as safe HTML; the texts must already be free of markup characters. */
export const aboutAr = (text: AboutText): string => about("ar", text);

/** A sentence, and what to bring or know as a list, as safe HTML. */
export const prerequisites = (sentence: string, items: string[] = []): string =>
  `<p>${sentence}</p>${items.length > 0 ? list(items) : ""}`;
