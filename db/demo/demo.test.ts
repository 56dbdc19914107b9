import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { courseCategories } from "#features/catalogue/filters.ts";
import { richText } from "#platform/rich-text.server.ts";
import { palettes } from "#ui/art/palettes.ts";
import { demoCourses } from "./courses.ts";
import { runDates } from "./run-dates.ts";
import { demoPageMeta } from "./page-meta.ts";
import { demoSettings } from "./settings.ts";
import {
  arabicTexts,
  coursesWithMissingArabic,
  englishTexts,
  faultsInArabic,
  faultsInEnglish,
  unsafeTags,
} from "./test-texts.ts";

const today = "2026-11-21";
const allRuns = demoCourses.flatMap((course) => course.runs.map((run) => ({ course, run, ...runDates(run, today) })));
const openRuns = allRuns.filter(
  ({ course, run, startDate }) => startDate > today && !course.disable_course && (run.soldSeats ?? 0) < run.capacity,
);

describe("the texts of the demo courses", () => {
  it("the checks find unsafe tags and language faults", () => {
    expect(unsafeTags('<p onclick="x">a</p><script>b</script><em>c</em><h2>d</h2>')).toEqual([
      '<p onclick="x">',
      "<script>",
      "</script>",
      "<em>",
      "</em>",
    ]);
    for (const wrong of ["كلمة, كلمة", "لماذا?", "أولًا; ثانيًا", "يكتب PDSA", "٣ أيام", "شكراً", "كلمة ، كلمة", "كلمـة"])
      expect(faultsInArabic(wrong), wrong).not.toEqual([]);
    expect(faultsInArabic("ثلاثة أيام، في 24 ساعة: لماذا؟ لأن «السؤال» يهمّ؛ وهكذا.")).toEqual([]);
    for (const wrong of ["It's", 'a "word"', "two  spaces", "أ", "Great!", "A , b"])
      expect(faultsInEnglish(wrong), wrong).not.toEqual([]);
  });

  it("are complete in both languages", () => {
    const withoutArabic = demoCourses.slice(0, 1).map(({ about_course_ar: _left, ...rest }) => rest);
    expect(coursesWithMissingArabic([...demoCourses, ...withoutArabic])).toEqual(withoutArabic.map(({ slug }) => slug));
    expect(coursesWithMissingArabic(demoCourses)).toEqual([]);
    for (const text of [...demoCourses.flatMap(englishTexts), ...demoCourses.flatMap(arabicTexts)])
      expect(text.trim()).not.toBe("");
  });

  it("have only safe tags, no language faults, and HTML that the editor would not change", async () => {
    for (const course of demoCourses) {
      const { about_course_eng, about_course_ar, prerequisites_eng, prerequisites_ar } = course;
      for (const html of [about_course_eng, about_course_ar, prerequisites_eng, prerequisites_ar]) {
        expect(unsafeTags(html ?? "")).toEqual([]);
        expect(await richText(html ?? "", "en"), course.slug).toBe(html);
      }
      for (const text of englishTexts(course)) expect(faultsInEnglish(text), `${course.slug}: ${text}`).toEqual([]);
      for (const text of arabicTexts(course)) expect(faultsInArabic(text), `${course.slug}: ${text}`).toEqual([]);
    }
  });

  it("have three or more curriculum items for every teaching day, and at least two speakers", () => {
    for (const { slug, curriculum, runs, speakers } of demoCourses) {
      for (const run of runs) expect(curriculum, slug).toHaveLength(run.days);
      for (const day of curriculum) expect(day.items.length, slug).toBeGreaterThanOrEqual(3);
      expect(speakers.length, slug).toBeGreaterThanOrEqual(2);
    }
  });
});

describe("the demo catalogue", () => {
  it("has 24 courses with unique slugs, in both categories", () => {
    expect(new Set(demoCourses.map((course) => course.slug)).size).toBe(24);
    for (const category of courseCategories)
      expect(demoCourses.filter((course) => course.category === category).length).toBeGreaterThanOrEqual(10);
  });

  it("H-02 features four courses in order, the last of them past", () => {
    const featured = demoCourses
      .filter((course) => course.featured_position)
      .sort((a, b) => (a.featured_position ?? 0) - (b.featured_position ?? 0));
    expect(featured.map((course) => course.slug)).toEqual([
      "patient-safety-essentials",
      "healthcare-quality-professional",
      "infection-prevention-control",
      "clinical-audit-step-by-step",
    ]);
    expect(allRuns.filter(({ course }) => course.featured_position === 4).every(({ endDate }) => endDate < today)).toBe(
      true,
    );
  });

  it("covers every special case that the pages show", () => {
    const ended = demoCourses.filter((course) => course.runs.every((run) => runDates(run, today).endDate < today));
    expect(ended.length).toBeGreaterThanOrEqual(3);
    expect(
      allRuns
        .filter(({ startDate, endDate }) => startDate <= today && endDate >= today)
        .map(({ course }) => course.slug),
    ).toEqual(["first-improvement-project"]);
    expect(
      allRuns
        .filter(({ run, startDate }) => startDate > today && run.soldSeats === run.capacity)
        .map(({ course }) => course.slug),
    ).toEqual(["safe-handover"]);
    expect(
      openRuns.filter(({ run }) => run.capacity - (run.soldSeats ?? 0) === 2).map(({ course }) => course.slug),
    ).toEqual(["medication-safety"]);
    expect(demoCourses.filter((course) => course.disable_course).map((course) => course.slug)).toEqual([
      "simulation-and-debriefing",
    ]);
    expect(openRuns.some(({ run }) => run.accreditation.status === "pending")).toBe(true);
    expect(openRuns.some(({ run }) => run.delivery === "online")).toBe(true);
    expect(
      allRuns
        .map(({ run }) => run.calendar)
        .filter(Boolean)
        .sort(),
    ).toEqual(["crosses-month", "crosses-year", "same-month"]);
    const patientSafetyRuns = openRuns.filter(({ course }) => course.slug === "patient-safety-essentials");
    for (const values of [
      patientSafetyRuns.map(({ startDate }) => startDate),
      patientSafetyRuns.map(({ run }) => run.venueEng),
      patientSafetyRuns.map(({ run }) => run.priceHalalas),
    ])
      expect(new Set<string | number>(values).size).toBe(3);
  });

  it("has plausible prices, seats, hours and accreditation numbers", () => {
    for (const { course, run } of allRuns) {
      expect(run.priceHalalas, course.slug).toBeGreaterThanOrEqual(95_000);
      expect(run.priceHalalas, course.slug).toBeLessThanOrEqual(480_000);
      expect(run.hours * 2, course.slug).toBe(Math.round(run.hours * 2));
      expect(run.hours / run.days, course.slug).toBeLessThanOrEqual(8);
      expect(run.soldSeats ?? 0, course.slug).toBeLessThanOrEqual(run.capacity);
      expect(Boolean(run.accreditation.number), course.slug).toBe(run.accreditation.status === "accredited");
    }
    const numbers = allRuns.map(({ run }) => run.accreditation.number).filter(Boolean);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe("the demo covers", () => {
  const media = new URL("./media/", import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", media), "utf8")) as Record<string, string>;
  /** A pale cover also has a dark version. */
  const names = demoCourses.flatMap(({ slug, palette }) =>
    (palettes[palette].dark ? [""] : ["", "-dark"]).map((version) => `${manifest[slug]}${version}`),
  );
  const expectedFiles = names.flatMap((name) =>
    [320, 416, 720, 960].flatMap((width) => ["avif", "webp"].map((format) => `${name}-${width}.${format}`)),
  );

  it("L-1 exist in every width and format, pale ones also in dark, with no other files in the folder", () => {
    for (const { slug } of demoCourses) expect(manifest[slug]).toMatch(new RegExp(`^${slug}-[0-9a-f]{8}$`));
    for (const file of expectedFiles) expect(existsSync(new URL(`courses/${file}`, media)), file).toBe(true);
    expect(readdirSync(new URL("courses/", media)).sort()).toEqual([...expectedFiles].sort());
  });

  it("total less than 3 MB, and 20 kB or less per 720 px AVIF", () => {
    const size = (file: string) => statSync(new URL(`courses/${file}`, media)).size;
    expect(expectedFiles.reduce((sum, file) => sum + size(file), 0)).toBeLessThan(3_000_000);
    for (const file of expectedFiles.filter((name) => name.endsWith("-720.avif")))
      expect(size(file), file).toBeLessThanOrEqual(20_000);
    // The picture at the head of a page has these widths. Its dark version may not be larger.
    for (const file of expectedFiles.filter((name) => /-dark-(?:720|960)\.avif$/.test(name)))
      expect(size(file), file).toBeLessThanOrEqual(size(file.replace("-dark-", "-")));
  });
});

describe("the demo settings and page meta", () => {
  it("have unique slugs and no language faults in both languages", () => {
    expect(new Set(demoPageMeta.map((page) => page.slug)).size).toBe(demoPageMeta.length);
    for (const page of demoPageMeta) {
      for (const text of [page.title_eng, page.description_eng, page.keywords_eng])
        expect(faultsInEnglish(text), text).toEqual([]);
      for (const text of [page.title_ar, page.description_ar, page.keywords_ar])
        expect(faultsInArabic(text), text).toEqual([]);
      expect(page.description_eng.length, page.slug).toBeLessThanOrEqual(160);
      expect(page.description_ar.length, page.slug).toBeLessThanOrEqual(160);
    }
    expect(faultsInArabic(demoSettings.addressAr)).toEqual([]);
    expect(demoSettings.seller.vatNumber).toMatch(/^3\d{13}3$/);
  });
});
