/**
 * Server markup of the pages on digital health, the hospital information system and consultancy. Browser tests check
 * what moves.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { demoModules } from "#db/demo/content/modules.ts";
import type { SoftwareModule, TeamMember } from "#features/content/content.schema.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { LocaleContext } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { contactPerson } from "../consultancy/contact-person.ts";
import { SettingsContext } from "../settings-context.ts";
import ConsultancyServices from "../pages/consultancy-services.tsx";
import DigitalHealthSolutions from "../pages/digital-health-solutions.tsx";
import HospitalInformationSystem from "../pages/hospital-information-system.tsx";
import { moduleRows } from "./module-tables.tsx";

const modules: SoftwareModule[] = demoModules;
const person: TeamMember = {
  title_eng: "Consultancy",
  title_ar: "الاستشارات",
  name_eng: "Reem S.",
  name_ar: "ريم س.",
  email: "consultancy@example.com",
};

function render(page: ReactNode, locale: Locale = "en"): string {
  const Stub = createRoutesStub([
    { path: "*", Component: () => <SettingsContext value={defaultSettings}>{page}</SettingsContext> },
  ]);
  return inLocale(locale, () =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <Stub initialEntries={[locale === "ar" ? "/ar" : "/"]} />
      </LocaleContext>,
    ),
  );
}
const digital = (known = modules) => (
  <DigitalHealthSolutions
    {...({ loaderData: { modules: known } } as unknown as Parameters<typeof DigitalHealthSolutions>[0])}
  />
);
const consultancy = (who: TeamMember | null) => (
  <ConsultancyServices {...({ loaderData: { person: who } } as unknown as Parameters<typeof ConsultancyServices>[0])} />
);

/**
 * Returns the addresses of the links with this text. Leaves out links in a noscript, which replace a button in browsers
 * without scripts.
 */
const findLinks = (html: string, text: string) =>
  [...html.replace(/<noscript.*?<\/noscript>/gs, "").matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter((match) => match[2]?.replace(/<[^>]*>/g, "").trim() === text)
    .map((match) => match[1]);

it.each(["en", "ar"] as const)(
  "C-06 digital health, %s: has each anchor once, links to the contact page, and brochures in both languages",
  (locale) => {
    const html = render(digital(), locale);
    for (const id of ["radar-section", "about_main_image_block"]) expect(html.split(`id="${id}"`), id).toHaveLength(2);
    const contact = locale === "ar" ? "/ar/contact-us" : "/contact-us";
    expect(findLinks(html, locale === "ar" ? "احجز عرضًا توضيحيًا" : "Book a demo")).toEqual([
      contact,
      contact,
      contact,
      contact,
    ]);
    const brochures = [...html.matchAll(/<a [^>]*href="\/media\/nama-his-brochure-(..)\.pdf"[^>]*>/g)];
    expect(brochures.map((match) => match[1]).toSorted()).toEqual(
      locale === "ar" ? ["ar", "ar", "en"] : ["ar", "en", "en"],
    );
    for (const [link, language] of brochures) {
      expect(link).toContain(`hrefLang="${language}"`);
      expect(link).toContain("download");
    }
  },
);

it.each(["en", "ar"] as const)("C-06 product tables, %s: have a tab for each system with all its modules", (locale) => {
  const html = render(digital(), locale);
  expect([...html.matchAll(/role="tab"/g)]).toHaveLength(3);
  expect([...html.matchAll(/role="rowheader"/g)]).toHaveLength(8 + 4 + 8);
  for (const { features } of demoModules)
    for (const { eng, ar } of features)
      for (const part of (locale === "ar" ? (ar ?? "") : eng).split(": "))
        expect(html.toLowerCase()).toContain(part.toLowerCase().replaceAll("'", "&#x27;"));
});

it("C-06 shows the page without tables if there are no modules", () => {
  const html = render(digital([]));
  expect(html).not.toContain('role="tab"');
  expect(html).toContain('id="radar-section"');
});

it("C-06 shows a module without Arabic in English, marked as English", () => {
  const [first] = modules;
  if (!first) throw new Error("no modules");
  const html = render(
    digital([{ ...first, name_ar: null, description_ar: null, features: [{ eng: "Forms: short", ar: null }] }]),
    "ar",
  );
  expect(html).toContain(`lang="en" class="font-sans text-h4`);
  expect(html).toContain(`<bdi lang="en" class="font-medium">${first.name_eng}`);
});

it("C-06 splits a feature at its first colon into name and text; without a colon it is a name", () => {
  const system = {
    ...modules.find(({ group }) => group === "laboratory"),
    features: [
      { eng: "Samples: labels, at 08:00", ar: "العيّنات: الملصقات", used_by: { eng: "Nurses", ar: null } },
      { eng: "Printing", ar: null },
    ],
  } as SoftwareModule;
  expect(moduleRows(system, "en")).toEqual([
    { name: "Samples", text: "Labels, at 08:00", lang: "en", usedBy: { text: "Nurses", lang: "en" } },
    { name: "Printing", text: "", lang: "en" },
  ]);
  expect(moduleRows(system, "ar")).toEqual([
    { name: "العيّنات", text: "الملصقات", lang: "ar", usedBy: { text: "Nurses", lang: "en" } },
    { name: "Printing", text: "", lang: "en" },
  ]);
});

it.each(["en", "ar"] as const)(
  "C-06 hospital information system, %s: has a labelled bed board, eight modules, four times, and the brochure",
  (locale) => {
    const html = render(<HospitalInformationSystem />, locale);
    expect(html).toMatch(
      locale === "ar"
        ? /role="img" aria-label="مثال على شاشة لوحة الأسرّة/
        : /role="img" aria-label="Example of the bed board screen/,
    );
    expect([...html.matchAll(/<h3/g)]).toHaveLength(8 + 4);
    expect([...html.matchAll(/<time dateTime="(\d\d:\d\d)"/g)].map((match) => match[1])).toEqual([
      "07:10",
      "07:25",
      "07:26",
      "07:31",
    ]);
    expect(/nama-his-brochure-(..)\.pdf"[^>]*class="[^"]*bg-surface/.exec(html)?.[1]).toBe(locale);
    expect(findLinks(html, locale === "ar" ? "احجز عرضًا توضيحيًا" : "Book a demo")).toEqual([
      locale === "ar" ? "/ar/contact-us" : "/contact-us",
    ]);
  },
);

it.each(["en", "ar"] as const)(
  "C-05 C-07 consultancy, %s: has the video frame, collapsed blocks with their full text, and no style attribute",
  (locale) => {
    const html = render(consultancy(person), locale);
    expect(html).toContain(`<noscript><iframe src="/media/fellowship/index.html?lang=${locale}"`);
    const buttons = [
      ...html.matchAll(
        /<button[^>]*aria-expanded="false"[^>]*aria-controls="([^"]*)"[^>]*aria-describedby="([^"]*)"[^>]*>([^<]*)/g,
      ),
    ];
    expect(buttons.map((match) => match.slice(2))).toEqual([
      ["looking", locale === "ar" ? "عرض المزيد" : "Read More"],
      ["changing", locale === "ar" ? "عرض المزيد" : "Read More"],
    ]);
    for (const [, controlled, describing] of buttons)
      for (const id of [controlled, describing]) expect(html).toContain(`id="${id}"`);
    expect(html).toContain(locale === "ar" ? "فتبقى الطريقة بعد أن نغادر" : "so the method stays when we leave");
    expect(html).not.toContain("style=");
  },
);

it("C-06 the consultancy card shows the contact person, or the company without one", () => {
  const html = render(consultancy(person));
  expect(html).toContain("Reem\u00a0S.");
  expect(html).toContain('href="mailto:consultancy@example.com"');
  const withoutPerson = render(consultancy(null));
  expect(withoutPerson).toContain("Tell us what you’re facing");
  expect(withoutPerson).not.toContain("mailto:");
});

it("C-06 the contact person has the matching title, else is the first of the team", () => {
  const other = { ...person, title_eng: "Support", email: "support@example.com" };
  expect(contactPerson([other, person])).toBe(person);
  expect(contactPerson([other])).toBe(other);
  expect(contactPerson([])).toBeUndefined();
});
