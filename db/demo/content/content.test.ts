import { describe, expect, it } from "vitest";
import { demoCourses } from "../courses.ts";
import { demoPageMeta } from "../page-meta.ts";
import { demoSettings } from "../settings.ts";
import { faultsInArabic, faultsInEnglish } from "../test-texts.ts";
import { demoBanners } from "./banners.ts";
import { demoFaq } from "./faq.ts";
import { demoModules } from "./modules.ts";
import { demoNews } from "./news.ts";
import { demoStaticPages } from "./static-pages.ts";
import { demoContactInfo, demoTeam } from "./team.ts";

interface Pair {
  name: string;
  eng: string;
  ar: string;
}
const html: Pair[] = [
  ...demoNews.map((story) => ({ name: story.slug, eng: story.body_eng, ar: story.body_ar })),
  ...demoFaq.map((question) => ({
    name: question.heading_eng,
    eng: question.description_eng,
    ar: question.description_ar,
  })),
  ...demoStaticPages.map((page) => ({ name: page.slug, eng: page.description_eng, ar: page.description_ar })),
  { name: "contact", eng: demoContactInfo.contactInfoEng, ar: demoContactInfo.contactInfoAr },
];
const plain: Pair[] = [
  ...demoNews.flatMap((story) => [
    { name: story.slug, eng: story.title_eng, ar: story.title_ar },
    { name: story.slug, eng: story.excerpt_eng, ar: story.excerpt_ar },
  ]),
  ...[...demoFaq, ...demoStaticPages].map((text) => ({
    name: text.heading_eng,
    eng: text.heading_eng,
    ar: text.heading_ar,
  })),
  ...demoTeam.flatMap((person) => [
    { name: person.email, eng: person.title_eng, ar: person.title_ar },
    { name: person.email, eng: person.name_eng, ar: person.name_ar },
  ]),
  ...demoModules.flatMap(({ slug, name_eng, name_ar, description_eng, description_ar, features }) => [
    { name: slug, eng: name_eng, ar: name_ar },
    { name: slug, eng: description_eng, ar: description_ar },
    ...features.map(({ eng, ar }) => ({ name: slug, eng, ar })),
  ]),
  ...demoBanners.map((banner) => ({ name: banner.file, eng: banner.title_eng, ar: banner.title_ar })),
];

const allowed = /^(?:<\/?(?:p|h2|ul|ol|li|strong|bdi|a|data)>|<data value="[a-z-]+">|<a href="\/[^"\s]*">)$/;
const findTags = (text: string): string[] => text.match(/<[^>]*>?/g) ?? [];
const findUnsafeTags = (text: string): string[] => findTags(text).filter((tag) => !allowed.test(tag) || tag === "<a>");
/** Lists the tags in order, with `/ar` removed from links, so that both languages can be compared. */
const listComparableTags = (text: string): string[] => findTags(text).map((tag) => tag.replace('"/ar/', '"/'));
/** Splits the visible text at block tags. Inline tags (links, bold, isolates) do not split it. */
const splitBlocks = (text: string): string[] =>
  text
    .replace(/ <data [^>]*><\/data>/g, "")
    .replace(/<\/?(?:a|strong|bdi)\b[^>]*>/g, "")
    .split(/<[^>]*>/)
    .map((part) => part.replaceAll("\n", ""))
    .filter(Boolean);
const countWords = (text: string): number => splitBlocks(text).join(" ").split(/\s+/).length;
const findLinks = (text: string): string[] => [...text.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? "");

describe("the demo content", () => {
  it("the checks find unsafe tags, text blocks and the tag shape of a text", () => {
    expect(
      findUnsafeTags('<p class="x">a</p><a href="https://b.example">b</a><a href="/c">c</a><img src="d"><a>e</a>'),
    ).toEqual(['<p class="x">', '<a href="https://b.example">', '<img src="d">', "<a>"]);
    expect(splitBlocks('<p>See <a href="/faq">this</a>.</p>\n<p>And <strong>that</strong>.</p>')).toEqual([
      "See this.",
      "And that.",
    ]);
    expect(listComparableTags('<p><a href="/ar/faq">أ</a></p>')).toEqual(
      listComparableTags('<p><a href="/faq">a</a></p>'),
    );
  });

  it("has the promised number of items, without duplicates", () => {
    const counts = {
      news: demoNews.length,
      faq: demoFaq.length,
      pages: demoStaticPages.length,
      team: demoTeam.length,
      modules: demoModules.length,
      banners: demoBanners.length,
    };
    expect(counts).toEqual({ news: 16, faq: 14, pages: 8, team: 5, modules: 10, banners: 4 });
    for (const list of [demoNews, demoModules, demoStaticPages])
      expect(new Set(list.map(({ slug }) => slug)).size).toBe(list.length);
    expect(new Set(demoFaq.map((question) => question.heading_eng)).size).toBe(14);
    expect(new Set(demoBanners.map(({ file }) => file)).size).toBe(4);
  });

  it("has non-empty texts without language faults in both languages", () => {
    for (const { name, eng, ar } of plain) {
      expect({ name, eng, faults: faultsInEnglish(eng) }).toEqual({ name, eng, faults: [] });
      expect({ name, ar, faults: faultsInArabic(ar) }).toEqual({ name, ar, faults: [] });
      expect(
        [eng, ar].every((text) => text.trim() !== "" && !text.includes("<")),
        name,
      ).toBe(true);
    }
    for (const { name, eng, ar } of html) {
      for (const text of splitBlocks(eng))
        expect({ name, text, faults: faultsInEnglish(text) }).toEqual({ name, text, faults: [] });
      for (const text of splitBlocks(ar))
        expect({ name, text, faults: faultsInArabic(text) }).toEqual({ name, text, faults: [] });
    }
  });

  it("has only safe tags, the same in both languages", () => {
    for (const { name, eng, ar } of html) {
      expect(findUnsafeTags(eng + ar), name).toEqual([]);
      if (name !== "contact") expect(listComparableTags(ar), name).toEqual(listComparableTags(eng));
      for (const text of [eng, ar])
        for (const tag of ["p", "h2", "ul", "ol", "li", "strong", "a"])
          expect(text.match(new RegExp(`<${tag}[ >]`, "g"))?.length ?? 0, `${name} ${tag}`).toBe(
            text.split(`</${tag}>`).length - 1,
          );
    }
  });

  it("links only to existing pages, in the language of the text", () => {
    const courses = demoCourses.map(({ slug }) => `/courses/${slug}`);
    const stories = demoNews.map(({ slug }) => `/news/${slug}`);
    const known = new Set([...demoPageMeta.map(({ slug }) => `/${slug}`), ...courses, ...stories]);
    for (const { name, eng, ar } of html) {
      for (const link of findLinks(eng)) expect(known.has(link), `${name} ${link}`).toBe(true);
      for (const link of findLinks(ar))
        expect(link.startsWith("/ar/") && known.has(link.slice(3)), `${name} ${link}`).toBe(true);
    }
  });
});

describe("the demo stories", () => {
  it("are ordered newest first, one per day, and four of them are popular", () => {
    const days = demoNews.map(({ daysAgo }) => daysAgo);
    expect(days).toEqual([...new Set(days)].sort((a, b) => a - b));
    expect(
      demoNews
        .map(({ popular }) => popular)
        .filter(Boolean)
        .sort(),
    ).toEqual([1, 2, 3, 4]);
  });

  it("have texts and excerpts of the right length, and neighbours in a grid of three columns have different colours", () => {
    for (const { slug, body_eng, body_ar, excerpt_eng, excerpt_ar } of demoNews) {
      expect(countWords(body_eng), slug).toBeGreaterThanOrEqual(150);
      expect(countWords(body_eng), slug).toBeLessThanOrEqual(300);
      expect(countWords(body_ar), slug).toBeGreaterThanOrEqual(120);
      expect(Math.max(excerpt_eng.length, excerpt_ar.length), slug).toBeLessThanOrEqual(160);
    }
    for (const step of [1, 3])
      demoNews
        .slice(step)
        .forEach((story, index) => expect(story.palette, story.slug).not.toBe(demoNews[index]?.palette));
  });
});

describe("the demo pages, people and modules", () => {
  it("F-41 take company facts from the settings, in legal pages only and the same in both languages", () => {
    const facts = (text: string) => [...text.matchAll(/<data value="([a-z-]+)"><\/data>/g)].map(([, name]) => name);
    for (const { slug, description_eng, description_ar, updated_on } of demoStaticPages) {
      expect(facts(description_eng), slug).toEqual(facts(description_ar));
      expect(description_eng + description_ar, slug).not.toMatch(/[[\]]/);
      expect({ slug, legal: facts(description_eng).length > 0 }).toEqual({ slug, legal: updated_on !== undefined });
      if (updated_on) expect(updated_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it("show the same text at both addresses of the About page, and list five core values", () => {
    const page = (slug: string) => demoStaticPages.find((each) => each.slug === slug);
    expect({ ...page("about-us-arabic"), slug: "about-us" }).toEqual(page("about-us"));
    for (const text of [page("core-values")?.description_eng, page("core-values")?.description_ar])
      expect(text?.match(/<li><strong>/g)).toHaveLength(5);
  });

  it("use invented names and example.com addresses", () => {
    for (const { name_eng, name_ar, email } of demoTeam) {
      expect(name_eng).toMatch(/^(Dr\. )?[A-Z][a-z]+ ([A-Z]\.|Al-[A-Z][a-z]+)$/);
      expect(name_ar).toMatch(/ ([ء-ي]\.|ال[ء-ي]+)$/);
      expect(email).toMatch(/^[a-z]+@example\.com$/);
    }
    // Address and telephone are settings and stand above this text.
    for (const text of [demoSettings.addressEng, demoSettings.phone])
      expect(demoContactInfo.contactInfoEng).not.toContain(text);
    for (const text of [demoSettings.addressAr, demoSettings.phone])
      expect(demoContactInfo.contactInfoAr).not.toContain(text);
  });

  it('cover the ten programs that the "Book a demo" form offers, in all four groups, with three, four or eight features each', () => {
    expect(demoModules.map(({ name_eng }) => name_eng)).toEqual([
      "Incident and event management",
      "Audit management",
      "Workforce compliance",
      "Action and improvement plans",
      "Document management",
      "Risk management",
      "Business compliance",
      "Analytics",
      "Hospital information system (HIS)",
      "Laboratory information system (LIS)",
    ]);
    for (const { slug, features } of demoModules) expect([3, 4, 8], slug).toContain(features.length);
    for (const { group, features } of demoModules)
      for (const { used_by, connects_to } of features)
        expect(Boolean(used_by && connects_to)).toBe(group === "hospital" || group === "laboratory");
    expect(new Set(demoModules.map(({ group }) => group))).toEqual(
      new Set(["quality", "hospital", "laboratory", "radar"]),
    );
  });
});
