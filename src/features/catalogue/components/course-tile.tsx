import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { isolate } from "#i18n/isolate.ts";
import { amountWithVat, formatSar, groupedAmount } from "#i18n/money.ts";
import { CompactRange, DayCount, Started } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Badge } from "#ui/badge.tsx";
import { Picture, sizesWithFullWidthPhone, type PictureData } from "#ui/picture.tsx";
import { Price, Tile, TileMore } from "#ui/tile.tsx";
import { contentPicture } from "#features/content/media/content-picture.ts";
import { useCoverTransition } from "../cover-transition.ts";
import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import { getAvailability, fewSeats, type CourseSummary } from "../course.ts";

const widths = [320, 416, 720, 960];

interface Cover {
  image: string;
  image_details?: ImageDetails | null | undefined;
}

export function coursePicture({ image, image_details }: Cover): PictureData {
  const file = (width: number, type: string) => `/admin/images/courses/${image}-${width}.${type}`;
  const srcSet = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(", ");
  return contentPicture(image, image_details, {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(720, "webp"),
    width: 720,
    height: 450,
  });
}

const sizes = {
  3: sizesWithFullWidthPhone("(min-width: 1360px) 411px, (min-width: 992px) 30vw, (min-width: 768px) 45vw, 92vw"),
  4: sizesWithFullWidthPhone("(min-width: 1360px) 302px, (min-width: 992px) 22vw, (min-width: 768px) 45vw, 92vw"),
};

export interface CourseTileProps {
  course: CourseSummary;
  /** Null where the tax rate is not known; the tile then shows only the price before VAT. */
  taxPercent: number | null;
  perRow?: keyof typeof sizes;
  headingLevel?: 2 | 3;
}

/** Formats CME hours. Show them only for accredited runs. */
export function hoursLabel(hours: number): string {
  return m.catalogue_cme_hours({ count: hours });
}

/** Shows the price before VAT, as the specification prescribes, and below it the price including VAT. */
function CoursePrice({ amount, taxPercent }: { amount: string; taxPercent: number | null }) {
  const locale = useLocale();
  const grouped = groupedAmount(amount);
  return (
    <>
      {locale === "ar" ? <Price amount={grouped} after="ر.س" /> : <Price before="SAR" amount={grouped} />}
      {taxPercent !== null && (
        <small className="block text-ink-3">
          {m.catalogue_with_vat({ total: isolate(formatSar(amountWithVat(amount, taxPercent), locale)) })}
        </small>
      )}
    </>
  );
}

function ActionLabel({ course }: { course: CourseSummary }) {
  const state = getAvailability(course);
  if (state === "open") return <TileMore>{m.common_action_read_more()}</TileMore>;
  const label =
    state === "held" ? m.catalogue_all_held() : state === "sold-out" ? m.common_sold_out() : m.catalogue_closed();
  return <span className="block text-end font-normal text-balance text-ink-3">{label}</span>;
}

export function CourseTile({ course, taxPercent, perRow = 4, headingLevel }: CourseTileProps) {
  const isAccredited = course.accreditation_status === "accredited";
  return (
    <Tile
      picture={
        <Picture
          picture={coursePicture(course)}
          alt=""
          sizes={sizes[perRow]}
          className="rounded-card"
          transitionName={useCoverTransition(course.slug)}
        />
      }
      hasPictureTransition
      chip={
        course.ended ? (
          <Badge tone="ended">{m.catalogue_ended()}</Badge>
        ) : (
          isAccredited && <Badge tone="solid">{hoursLabel(course.hours)}</Badge>
        )
      }
      title={<LocalizedText eng={course.name_eng} ar={course.name_ar} />}
      headingLevel={headingLevel}
      to={`/courses/${course.slug}`}
      isPast={course.ended}
      meta={[
        {
          icon: "calendar",
          text: (
            <>
              <CompactRange of={course} />
              <DayCount days={course.days} />
              <Started of={course} className="block text-warning" />
            </>
          ),
        },
        { icon: "map-pin", text: <LocalizedText eng={course.venue_eng} ar={course.venue_ar} /> },
        ...(getAvailability(course) === "open" && course.seats_left <= fewSeats
          ? [
              {
                icon: "users" as const,
                text: (
                  <span className="font-medium text-warning">
                    {m.catalogue_seats_left({ count: course.seats_left })}
                  </span>
                ),
              },
            ]
          : []),
      ]}
      foot={<CoursePrice amount={course.amount} taxPercent={taxPercent} />}
      action={<ActionLabel course={course} />}
    />
  );
}
