/** Headings of the About tab; the same three in every course, so that a reader knows where to look. */
const headings = {
  eng: { outcomes: "What you will learn", audience: "Who it is for", organisation: "How the course is organised" },
  ar: { outcomes: "مخرجات الدورة", audience: "لمن هذه الدورة", organisation: "برنامج الدورة" },
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
    `<p>${text.opening}</p><h2>${heading.outcomes}</h2>${list(text.outcomes)}`,
    `<h2>${heading.audience}</h2><p>${text.audience}</p>`,
    ...[text.day, text.days]
      .filter(Boolean)
      .map((organisation) => `<h2>${heading.organisation}</h2><p>${organisation}</p>`),
  ].join("");
}

/** The About tab in English as safe HTML; the texts must already be free of markup characters. */
export const aboutEng = (text: AboutText): string => about("eng", text);

/** The About tab in Arabic as safe HTML; the texts must already be free of markup characters. */
export const aboutAr = (text: AboutText): string => about("ar", text);

/** A sentence, and what to bring or know as a list, as safe HTML. */
export const prerequisites = (sentence: string, items: string[] = []): string =>
  `<p>${sentence}</p>${items.length > 0 ? list(items) : ""}`;
