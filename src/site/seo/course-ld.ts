import { availabilityOf, type Course, type RunFacts } from "#features/catalogue/course.ts";
import { localText } from "#i18n/locale.ts";
import { amountWithVat } from "#i18n/money.ts";
import { organizationName, publicUrl, type LdNode, type LdPlace } from "./ld.ts";

const availability = {
  open: "InStock",
  "sold-out": "SoldOut",
  held: "LimitedAvailability",
  closed: "OutOfStock",
  ended: "Discontinued",
} as const;

/** In half hours: `PT13H30M`. */
const duration = (hours: number) => `PT${Math.floor(hours)}H${hours % 1 ? `${Math.round((hours % 1) * 60)}M` : ""}`;

export interface CourseFacts {
  course: Course;
  /** At most two decimals. */
  taxPercent: number;
  share: string;
}

/** Prices include VAT; hours are of accredited runs only. */
export function courseLd(place: LdPlace, { course, taxPercent, share }: CourseFacts): LdNode {
  const text = (eng: string, ar: string | null) => localText(place.locale, eng, ar).text;
  const url = publicUrl(place, `/courses/${encodeURIComponent(course.slug)}`);
  const instructor = course.speakers.map((speaker) => ({
    "@type": "Person",
    name: text(speaker.name_eng, speaker.name_ar),
    jobTitle: text(speaker.title_eng, speaker.title_ar),
  }));

  const offer = (run: RunFacts): LdNode => {
    const price = amountWithVat(run.amount, taxPercent);
    return {
      "@type": "Offer",
      "@id": `${url}?run=${run.id}#offer`,
      category: "Paid",
      url: `${url}?run=${run.id}`,
      price,
      priceCurrency: "SAR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price,
        priceCurrency: "SAR",
        valueAddedTaxIncluded: true,
      },
      availability: `https://schema.org/${availability[availabilityOf({ ...run, disable_course: course.disable_course })]}`,
      validThrough: run.end_date,
    };
  };
  const instance = (run: RunFacts): LdNode => ({
    "@type": "CourseInstance",
    "@id": `${url}?run=${run.id}#run`,
    name: text(course.name_eng, course.name_ar),
    courseMode: run.delivery,
    startDate: run.start_date,
    endDate: run.end_date,
    courseSchedule: {
      "@type": "Schedule",
      repeatFrequency: "Daily",
      repeatCount: run.days,
      startDate: run.start_date,
      endDate: run.end_date,
    },
    ...(run.accreditation_status === "accredited" && { courseWorkload: duration(run.hours) }),
    location:
      run.delivery === "online"
        ? { "@type": "VirtualLocation", url }
        : {
            "@type": "Place",
            name: text(run.venue_eng, run.venue_ar),
            address: run.address_eng
              ? `${text(run.address_eng, run.address_ar)}${place.locale === "ar" ? "، " : ", "}${text(run.venue_eng, run.venue_ar)}`
              : text(run.venue_eng, run.venue_ar),
          },
    ...(instructor.length > 0 && { instructor }),
    offers: { "@id": `${url}?run=${run.id}#offer` },
  });

  const runs = [course, ...course.other_dates];
  return {
    "@type": "Course",
    "@id": `${url}#course`,
    url,
    name: text(course.name_eng, course.name_ar),
    description: text(course.summary_eng, course.summary_ar),
    about: text(course.subject_eng, course.subject_ar),
    image: place.origin + share,
    provider: organizationName(place),
    hasCourseInstance: runs.map(instance),
    offers: runs.map(offer),
  };
}
