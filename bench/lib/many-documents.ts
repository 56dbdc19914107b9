/** Thousands of courses, stories and questions, made of the demo courses' sentences and of rare words. */
import { demoCourses } from "#db/demo/courses.ts";
import type { Database } from "#platform/db/database.server.ts";

/** The same numbers on every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const sentencesOf = (texts: (string | null | undefined)[]) =>
  texts
    .flatMap((text) => (text ?? "").replace(/<[^>]*>/g, " ").split(/(?<=[.؟!])\s+/))
    .filter((sentence) => sentence.trim().length > 20);

const languages = [
  {
    sentences: sentencesOf(demoCourses.flatMap(({ summaryEng, aboutEng }) => [summaryEng, aboutEng])),
    names: demoCourses.map(({ nameEng }) => nameEng),
    syllables: "ba ce di fo gu ha ki lo mu ne pa ri so tu ve wa xi yo zu bra cle dro fli gro".split(" "),
  },
  {
    sentences: sentencesOf(demoCourses.flatMap(({ summaryAr, aboutAr }) => [summaryAr, aboutAr])),
    names: demoCourses.flatMap(({ nameAr }) => nameAr ?? []),
    syllables: "با تي جو حا دي رو زا سي شو صا ضي طو عا غي فو قا كي لو ما ني هو وا".split(" "),
  },
];

const batch = 100;
const columns = "slug text, te text, ta text, se text, sa text, be text, ba text";
const statements = {
  news: `insert into news (slug, title_eng, title_ar, excerpt_eng, excerpt_ar, body_eng, body_ar, image) select slug, te, ta, se, sa, be, ba, 'x' from json_to_recordset($1) x (${columns})`,
  course: `with made as (
      insert into course (slug, category, subject_eng, name_eng, name_ar, summary_eng, summary_ar, about_course_eng, about_course_ar, prerequisites_eng, speakers, curriculum, image)
      select slug, 'healthcare-quality', 'Quality', te, ta, se, sa, be, ba, '', '[]', '[]', 'x' from json_to_recordset($1) x (${columns}) returning id
    )
    insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
    select id, current_date + 30, current_date + 31, 2, 12, 'Riyadh', 'onsite', 10, 1000, 'none' from made`,
  faq: `insert into faq (position, heading_eng, heading_ar, description_eng, description_ar) select 1, te, ta, be, ba from json_to_recordset($1) x (${columns})`,
};

/**
 * Adds 30,000 stories, 15,000 courses with a date and 5,000 questions: two to three hundred words each, in two
 * languages.
 */
export async function addManyDocuments(database: Database): Promise<void> {
  const random = numbers(42);
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const makers = languages.map(({ sentences, names, syllables }) => {
    const rare = times(12_000, () => times(4, () => pick(syllables)).join(""));
    return {
      title: () => `${pick(names)} ${pick(rare)}`,
      sentence: () => pick(sentences),
      body: () => `<p>${times(5, () => pick(sentences)).join(" ")} ${times(6, () => pick(rare)).join(" ")}.</p>`,
    };
  });
  const [eng, ar] = makers;
  if (!eng || !ar) throw new Error("Two languages are expected");
  for (const [table, count] of [
    ["news", 30_000],
    ["course", 15_000],
    ["faq", 5_000],
  ] as const) {
    for (let at = 0; at < count; at += batch) {
      const rows = Array.from({ length: batch }, (_, index) => ({
        slug: `made-${at + index}`,
        te: eng.title(),
        ta: ar.title(),
        se: eng.sentence(),
        sa: ar.sentence(),
        be: eng.body(),
        ba: ar.body(),
      }));
      await database.executeSql(statements[table], [JSON.stringify(rows)]);
    }
  }
  // What autovacuum does on a live server.
  for (const index of [
    "search_document_words",
    "search_document_titles",
    "search_word_similar",
    "search_word_deletions",
  ])
    await database.executeSql("select gin_clean_pending_list($1::regclass)", [index]);
  for (const table of ["search_document", "search_word", "course", "course_run", "news"])
    await database.executeSql(`analyze ${table}`);
}
