/** Checks that no text contains a variant that docs/glossary.md rules out. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { locales } from "#i18n/locale.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { staffOpenApiDocument } from "#platform/http/staff-openapi.server.ts";
import { demoBanners } from "../db/demo/content/banners.ts";
import { demoFaq } from "../db/demo/content/faq.ts";
import { demoModules } from "../db/demo/content/modules.ts";
import { demoNews } from "../db/demo/content/news.ts";
import { demoStaticPages } from "../db/demo/content/static-pages.ts";
import { demoContactInfo, demoTeam } from "../db/demo/content/team.ts";
import { demoCourses } from "../db/demo/courses.ts";
import { demoPageMeta } from "../db/demo/page-meta.ts";
import { api } from "../src/api.ts";
import { staffApi } from "../src/staff-api.ts";
import { listTexts, mailCases, renderCase } from "./mail-cases.ts";

interface Term {
  allowed: string[];
  variants: string[];
}

const vowelSigns = /[\u064b-\u0652\u0670]/g;
const splitCell = (cell: string): string[] =>
  cell
    .split(/[,،]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads the table "In the texts" of docs/glossary.md. */
function readTerms(): Term[] {
  const table = readFileSync("docs/glossary.md", "utf8").split("## In the texts")[1] ?? "";
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  return rows.map((row) => {
    const [english = "", arabic = "", not = ""] = row.split("|").slice(1, -1);
    return { allowed: [...splitCell(english), ...splitCell(arabic)], variants: splitCell(not) };
  });
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Creates a pattern of a whole word. The article, conjunctions and prepositions may be joined to an Arabic word. */
function createWordPattern(plain: string): RegExp {
  const isArabic = /\p{Script=Arabic}/u.test(plain);
  const front = !isArabic ? "" : plain.startsWith("ال") ? "[وفبك]?" : "[وف]?[بكل]?(?:ال|لل)?";
  return new RegExp(`(?<![\\p{L}\\p{N}])${front}${escapeRegExp(plain)}(?![\\p{L}\\p{N}])`, "iu");
}

const terms = readTerms().map(({ allowed, variants }) => ({
  allowed: allowed.map((text) => new RegExp(escapeRegExp(text), "giu")),
  variants: variants.map((variant) => {
    const plain = variant.replace(vowelSigns, "").toLowerCase();
    return { variant, plain, pattern: createWordPattern(plain) };
  }),
}));

/** Returns the variants in a text that the table rules out. */
function findVariants(text: string): string[] {
  const plainText = text.replace(vowelSigns, "").toLowerCase();
  return terms.flatMap(({ allowed, variants }) => {
    // Most texts do not contain the letters of any variant. This skips the slow patterns for them.
    const candidates = variants.filter(({ plain }) => plainText.includes(plain));
    if (candidates.length === 0) return [];
    const remaining = allowed.reduce((result, pattern) => result.replace(pattern, "…"), text).replace(vowelSigns, "");
    return candidates.filter(({ pattern }) => pattern.test(remaining)).map(({ variant }) => variant);
  });
}

/** Collects every text inside a value with its path. Leaves out HTML tags, slugs, emails and file names. */
function collectTexts(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value.replace(/<[^>]*>/g, " ")]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ["slug", "email", "file"].includes(key) ? [] : collectTexts(inner, `${path}.${key}`),
  );
}

const describeVariants = (texts: [path: string, text: string][]): string[] =>
  texts.flatMap(([path, text]) =>
    findVariants(text).map((variant) => `${path}: “${variant}” in “${text.trim().slice(0, 160)}”`),
  );

/** Collects the summaries and descriptions of an OpenAPI document. Leaves out identifiers. */
function collectDescriptions(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" && ["summary", "description"].includes(key)
      ? [
          [`${path}.${key}`, inner.replace(/`[^`]*`|[\w-]*[_/][\w/-]*|\b[a-z]+\.[a-z-]+/g, "…")] satisfies [
            string,
            string,
          ],
        ]
      : collectDescriptions(inner, `${path}.${key}`),
  );
}

describe("the terms of the texts", () => {
  it("copy: the table rules out what it lists, as a whole word, and nothing that is allowed", () => {
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.every(({ allowed, variants }) => allowed.length >= 2 && variants.length > 0)).toBe(true);
    const textsWithVariant = {
      "قد يطلب منك المصرف": "مصرف",
      ومصرفك: "مصرفك",
      "لم تبق مقاعد": "لم تبق",
      "احجز عرضًا": "احجز عرضا",
      "بين الوردِيّات": "ورديات",
      "Check your E-mail.": "e-mail",
      "One letter a month": "letter",
      "Somebody asked": "somebody",
    };
    for (const [text, variant] of Object.entries(textsWithVariant)) expect(findVariants(text), text).toContain(variant);
    for (const allowedText of [
      "البنك",
      "المصروفات",
      "القساطر الوريدية",
      "لم تبقَ مقاعد",
      "احجز عرضًا توضيحيًا",
      "Our newsletter",
      "in Latin letters",
      "Check your email.",
      "pressure",
    ])
      expect(findVariants(allowedText), allowedText).toEqual([]);
  });

  it.each(["en", "ar"])("copy: no message holds a variant (%s)", (locale) => {
    const folder = `messages/${locale}`;
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .map((file) => join(folder, file));
    expect(files.length).toBeGreaterThan(50);
    expect(
      describeVariants(
        files.flatMap((file) =>
          Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>).flatMap(([key, value]) =>
            collectTexts(
              Array.isArray(value) ? value.map(({ match }: { match: unknown }) => match) : value,
              `${basename(file)} ${key}`,
            ),
          ),
        ),
      ),
    ).toEqual([]);
  });

  it.each(locales)("copy G5: no rendered mail holds a variant (%s)", async (locale) => {
    const mails = await Promise.all(
      mailCases(locale).map(async (mailCase) => {
        const { subject, preview, content, footer } = await renderCase(mailCase, locale);
        return [subject, preview, ...listTexts(content), ...footer].map((text): [string, string] => [
          mailCase.name,
          text,
        ]);
      }),
    );
    expect(mails.length).toBeGreaterThan(30);
    expect(describeVariants(mails.flat())).toEqual([]);
  });

  it("copy G1, G5: no text of the two APIs holds a variant", async () => {
    const documents = {
      api: await openApiDocument(api, "https://nama.example"),
      staff: await staffOpenApiDocument(staffApi, "https://nama.example"),
    };
    const texts = collectDescriptions(documents, "");
    expect(texts.length).toBeGreaterThan(400);
    expect(describeVariants(texts)).toEqual([]);
  });

  it("copy: no text of the demo content holds a variant", () => {
    const content = {
      demoBanners,
      demoContactInfo,
      demoCourses,
      demoFaq,
      demoModules,
      demoNews,
      demoPageMeta,
      demoStaticPages,
      demoTeam,
    };
    expect(describeVariants(Object.entries(content).flatMap(([name, value]) => collectTexts(value, name)))).toEqual([]);
  });
});
