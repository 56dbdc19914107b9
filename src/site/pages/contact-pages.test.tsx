/** Markup of contact, thank-you and course registration info. Browser tests check the forms. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { DemoForm } from "#features/contact/components/demo-modal.tsx";
import { programs } from "#features/contact/programs.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { LocaleContext } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { SettingsContext } from "../settings-context.ts";
import Contact from "./contact.tsx";
import CourseRegistrationInfo from "./course-registration-info.tsx";
import ThankYou from "./thank-you.tsx";

type ContactProps = Parameters<typeof Contact>[0];

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
const members = [
  {
    title_eng: "Training enquiries",
    title_ar: "استفسارات التدريب",
    name_eng: "Dr. Huda A.",
    name_ar: "د. هدى ع.",
    email: "training@example.com",
  },
];
const contact = (
  <Contact
    {...({
      loaderData: {
        contact_info_eng: "<p>Sunday to Thursday.</p>",
        contact_info_ar: null,
        members_info: members,
        map: null,
      },
    } as unknown as ContactProps)}
  />
);

it("C-08 the contact page shows details, members and our own map, and marks Name and Email as required", () => {
  const html = render(contact);
  for (const text of [
    defaultSettings.addressEng,
    defaultSettings.phone,
    defaultSettings.email,
    "Sunday to Thursday.",
    "Dr. Huda A.",
    "training@example.com",
  ])
    expect(html).toContain(text);
  const marked = [...html.matchAll(/<label[^>]*>([^<]*)<span[^>]*>\*<\/span>/g)].map((match) => match[1]);
  expect(marked).toEqual(["Name", "Email"]);
  expect(html).not.toMatch(/<(?:img|script|iframe)[^>]*src="https?:/);
});

it("F-43 C-08 labels the drawn map as an illustration, and links to maps with the address", () => {
  const texts = {
    en: ["Illustration", defaultSettings.addressEng],
    ar: ["رسم توضيحي", defaultSettings.addressAr],
  } as const;
  for (const locale of ["en", "ar"] as const) {
    const html = render(contact, locale);
    const [illustration, address] = texts[locale];
    expect(html).toMatch(new RegExp(`<figcaption[^>]*>${illustration}</figcaption>`));
    expect(html).toMatch(new RegExp(`<svg[^>]*role="img"[^>]*aria-label="${illustration}`));
    expect(html).toContain(`href="https://www.google.com/maps/search/?api=1&amp;query=${encodeURIComponent(address)}"`);
  }
});

it("F-43 with tiles and a point offers the street map, and links to maps with the point", () => {
  const map = { tiles: "https://tiles.example.com/{z}/{x}/{y}.png", point: [24.7136, 46.6753], attribution: "" };
  const html = render(
    <Contact
      {...({
        loaderData: { contact_info_eng: "", contact_info_ar: null, members_info: [], map },
      } as unknown as ContactProps)}
    />,
  );
  expect(html).toContain("Show the street map");
  expect(html).toContain("query=24.7136%2C46.6753");
});

it("C-08 shows Arabic, and marks English texts", () => {
  const html = render(contact, "ar");
  for (const text of ["استفسارات التدريب", "د. هدى ع.", defaultSettings.addressAr]) expect(html).toContain(text);
  expect(html).toContain('lang="en" dir="ltr" class="grid gap-3');
});

it("C-08 Thank-you shows the specified sentence", () => {
  expect(render(<ThankYou />)).toContain("For contacting us, we will get back to you as soon as possible.");
});

it("C-12 course registration info shows five steps, and links to register and login", () => {
  const html = render(<CourseRegistrationInfo />);
  expect(/<ol class="max-w-measure[\s\S]*<\/ol>/.exec(html)?.[0].match(/<li/g)).toHaveLength(5);
  expect(html).toMatch(/href="\/register"[^>]*>Register now/);
  expect(html).toMatch(/href="\/login"/);
});

it("H-05 the demo form offers ten programs, and marks required fields in placeholders", () => {
  const html = render(<DemoForm onClose={() => {}} />);
  expect([...html.matchAll(/<option value="([^"]+)"/g)].map((match) => match[1])).toEqual([...programs]);
  expect(programs).toHaveLength(10);
  for (const placeholder of ["Name *", "Email *", "Contact number *", "Work place *"])
    expect(html).toContain(`placeholder="${placeholder}"`);
});
