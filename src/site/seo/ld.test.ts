import { expect, it } from "vitest";
import { courseOnWire } from "#db/factories/course.ts";
import type { Course } from "#features/catalogue/course.ts";
import type { NewsItem } from "#features/content/content.schema.server.ts";
import {
  breadcrumbs,
  courseLd,
  faqLd,
  ldJson,
  newsLd,
  organization,
  website,
  type LdPlace,
} from "./structured-data.ts";

const place: LdPlace = { origin: "https://nama.example", locale: "en" };
const arabic: LdPlace = { ...place, locale: "ar" };
const hostile = `</script><script>alert(1)</script><!-- ]]> & "quoted" \u2028 \\`;

const read = (json: string) => JSON.parse(json) as { "@context": string; "@graph": Record<string, unknown>[] };

const course = courseOnWire({
  id: 7,
  name_eng: "Safety",
  name_ar: "السلامة",
  summary_eng: "Three days.",
  summary_ar: null,
  amount: "1000.00",
  seats_left: 4,
  speakers: [
    {
      id: 1,
      name_eng: "Dr Sara N.",
      name_ar: "د. سارة ن.",
      title_eng: "Consultant",
      title_ar: null,
      line_eng: "",
      line_ar: null,
      image: "",
      image_details: null,
    },
  ],
  other_dates: [
    courseOnWire({
      id: 9,
      start_date: "2027-03-01",
      end_date: "2027-03-03",
      delivery: "online",
      amount: "1000.00",
      seats_left: 0,
      accreditation_status: "none",
    }),
  ],
});
const ld = (changes: Partial<Course> = {}, where = place) =>
  courseLd(where, {
    course: { ...course, ...changes },
    taxPercent: 15,
    share: "/share/course/patient-safety/en-1.jpg",
  });

it("escapes a hostile title, and keeps its text", () => {
  const json = ldJson([
    breadcrumbs(place, [{ name: hostile, path: "/news/x" }]),
    ld({ name_eng: hostile, summary_eng: hostile }),
  ]);
  expect(json).not.toMatch(/[<>]/);
  const [crumbs, found] = read(json)["@graph"];
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: "Home", item: "https://nama.example/" },
      { position: 2, name: hostile, item: "https://nama.example/news/x" },
    ],
  });
  expect(found).toMatchObject({ name: hostile, description: hostile });
});

it("a course has an instance and an offer for each date, with the price including VAT", () => {
  expect(ld()).toMatchObject({
    "@type": "Course",
    url: "https://nama.example/courses/patient-safety",
    image: "https://nama.example/share/course/patient-safety/en-1.jpg",
    provider: { "@type": "Organization", name: "Nama Health" },
    hasCourseInstance: [
      {
        courseMode: "onsite",
        startDate: "2027-01-12",
        endDate: "2027-01-14",
        courseWorkload: "PT13H30M",
        courseSchedule: { repeatCount: 3 },
        location: { "@type": "Place", name: "Riyadh" },
        instructor: [{ name: "Dr Sara N.", jobTitle: "Consultant" }],
      },
      { courseMode: "online", startDate: "2027-03-01", location: { "@type": "VirtualLocation" } },
    ],
    offers: [
      {
        url: "https://nama.example/courses/patient-safety?run=7",
        price: "1150.00",
        priceCurrency: "SAR",
        priceSpecification: { valueAddedTaxIncluded: true },
        availability: "https://schema.org/InStock",
      },
      { availability: "https://schema.org/SoldOut" },
    ],
  });
});

it("leaves out the hours of a run that is not accredited", () => {
  expect(JSON.stringify(ld({ accreditation_status: "pending", other_dates: [] }))).not.toContain("courseWorkload");
});

it.each([
  [{ ended: true }, "Discontinued"],
  [{ disable_course: true }, "OutOfStock"],
  [{ seats_left: 0 }, "SoldOut"],
  [{ seats_left: 0, seats_held: 2 }, "LimitedAvailability"],
  [{ started: true }, "InStock"],
  [{}, "InStock"],
])("a course with %o is %s", (changes, expected) => {
  expect(ld({ ...changes, other_dates: [] })["offers"]).toMatchObject([
    { availability: `https://schema.org/${expected}` },
  ]);
});

it("uses Arabic texts where they exist, and Arabic addresses", () => {
  expect(ld({}, arabic)).toMatchObject({
    name: "السلامة",
    description: "Three days.",
    url: "https://nama.example/ar/courses/patient-safety",
    provider: { name: "نماء الصحية", url: "https://nama.example/ar" },
  });
});

it("news has dates, picture and a headline of at most 110 characters", () => {
  const story: NewsItem = {
    id: 1,
    slug: "a-story",
    title_eng: "x".repeat(200),
    title_ar: "خبر",
    excerpt_eng: "Short.",
    excerpt_ar: null,
    image: "x",
    link: "/news/a-story",
    created_at: "2027-01-02T06:00:00.000Z",
    body_eng: "",
    body_ar: null,
  };
  const storyLd = newsLd(place, { story, share: "/share/news/a-story/en-1.jpg" });
  expect(storyLd).toMatchObject({
    datePublished: "2027-01-02T06:00:00.000Z",
    image: ["https://nama.example/share/news/a-story/en-1.jpg"],
    mainEntityOfPage: "https://nama.example/news/a-story",
    inLanguage: "en",
  });
  expect(String(storyLd["headline"])).toHaveLength(110);
  expect(newsLd(arabic, { story, share: "" })).toMatchObject({ headline: "خبر", inLanguage: "ar" });
});

it("FAQ answers keep their markup, with absolute links", () => {
  const question = {
    id: 1,
    heading_eng: "How?",
    heading_ar: null,
    description_eng: '<p>Look <a href="/courses">here</a>.</p>',
    description_ar: null,
  };
  expect(faqLd(place, [question])).toMatchObject({
    mainEntity: [
      { name: "How?", acceptedAnswer: { text: '<p>Look <a href="https://nama.example/courses">here</a>.</p>' } },
    ],
  });
});

it("the organization has its address and profiles, and the website its search", () => {
  const settings = {
    addressEng: "Riyadh",
    addressAr: "الرياض",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
    socialLinks: [{ network: "x" as const, url: "https://x.example/nama" }],
  };
  expect(organization(arabic, settings)).toMatchObject({
    name: "نماء الصحية",
    alternateName: "Nama Health",
    address: { streetAddress: "الرياض", addressCountry: "SA" },
    sameAs: ["https://x.example/nama"],
  });
  expect(organization(place, { ...settings, socialLinks: [] })).not.toHaveProperty("sameAs");
  expect(website(arabic)).toMatchObject({
    url: "https://nama.example/ar",
    potentialAction: { target: { urlTemplate: "https://nama.example/ar/search?q={search_term_string}" } },
  });
});
