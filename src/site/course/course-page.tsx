import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { clsx } from "clsx/lite";
import { coursePicture, CourseTile } from "#features/catalogue/components/course-tile.tsx";
import { useCoverTransition } from "#features/catalogue/cover-transition.ts";
import { seatState, type Course, type CourseSummary } from "#features/catalogue/course.ts";
import type { TeachingLanguage } from "#features/catalogue/schedule/teaching-languages.ts";
import { uploadedKey } from "#features/content/media/uploaded-picture.ts";
import { isolate } from "#i18n/isolate.ts";
import { Label, useLabelText } from "#i18n/label.tsx";
import { Link, useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { pickBilingual } from "#i18n/locale.ts";
import { amountWithVat, formatSar } from "#i18n/money.ts";
import { Started, WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { CourseTabs } from "./course-tabs.tsx";
import { PurchaseCard, type CourseTerms } from "./purchase-card.tsx";
import { RegisterButton, useRegister } from "./register-button.tsx";
import { getCourseAddress, useRegistration, type Registration } from "./registration.ts";

const noSeatLabels = { held: m.catalogue_all_held, "sold-out": m.common_sold_out };

function OtherDates({ course }: { course: Course }) {
  const locale = useLocale();
  if (course.other_dates.length === 0 || course.company) return null;
  return (
    <section aria-labelledby="other-dates" className="mt-12">
      <h2 id="other-dates" className="mb-3 text-h3">
        {m.catalogue_other_dates()}
      </h2>
      <ul className="border-t border-line">
        {course.other_dates.map((run) => {
          const seats = seatState(run);
          return (
            <li
              key={run.id}
              className="relative grid items-baseline gap-x-6 gap-y-0.5 border-b border-line py-3.5 tabular-nums md:grid-cols-[2fr_2fr_1fr]"
            >
              <Link
                to={getCourseAddress(course.slug, run.id)}
                className="font-medium text-primary after:absolute after:inset-0 hover:underline"
              >
                <WeekdayRange of={run} />
              </Link>
              <span className="text-sm text-ink-2">
                {m.catalogue_days({ count: run.days })} · <LocalizedText {...pickBilingual(run, "venue")} />
              </span>
              <span className="text-sm text-ink-2 md:text-end">
                {seats === "open" ? <bdi>{formatSar(run.amount, locale)}</bdi> : noSeatLabels[seats]()}
              </span>
              <Started of={run} className="text-sm font-medium text-warning" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx("py-5", className)}>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="mt-1 font-display text-[1.125rem] leading-[1.4] rtl:leading-[1.6]">{children}</dd>
    </div>
  );
}

const languageLabels: Record<TeachingLanguage, () => ReactNode> = {
  en: () => <Label name="english">{m.catalogue_language_en()}</Label>,
  ar: () => <Label name="arabic">{m.catalogue_language_ar()}</Label>,
  both: () => m.catalogue_language_both(),
};

const columns: Record<number, string> = {
  2: "md:grid-cols-2",
  3: "md:grid-cols-3",
  4: "md:grid-cols-[2fr_2fr_4fr_3fr]",
};

/**
 * Facts of the course (requirement L-02). Dates and times are in the purchase card. CME hours are shown for an
 * accredited run only.
 */
function CourseFacts({ course }: { course: Course }) {
  const facts: { label: string; value: ReactNode }[] = [
    { label: m.catalogue_fact_days(), value: course.days },
    ...(course.accreditation_status === "accredited" ? [{ label: m.common_cme_hours(), value: course.hours }] : []),
    { label: m.common_venue(), value: <LocalizedText {...pickBilingual(course, "venue")} /> },
    ...(course.language ? [{ label: m.catalogue_fact_language(), value: languageLabels[course.language]() }] : []),
  ];
  return (
    <dl
      className={clsx(
        "grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] border-b border-line tabular-nums",
        columns[facts.length],
      )}
    >
      {facts.map(({ label, value }, index) => (
        <Fact key={label} label={label} className={clsx("pe-4", index > 0 && "border-line md:border-s md:ps-5")}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

interface BuyBarProps {
  card: RefObject<HTMLDivElement | null>;
  course: Course;
  taxPercent: number;
  registration: Registration;
  onRegister: () => void;
}

/** Class of the document while the bar is shown: keeps the focused element above the bar (WCAG 2.4.11). */
const roomForBar = "max-lg:scroll-pb-24";

function BuyBar({ card, course, taxPercent, registration, onRegister }: BuyBarProps) {
  const locale = useLocale();
  const labelText = useLabelText();
  const [isButtonFullyInView, setButtonFullyInView] = useState(true);
  // While the card's button is fully in view, the bar would only repeat it.
  const isShown = !isButtonFullyInView && (registration === "open" || registration === "held");

  useEffect(() => {
    const button = card.current?.querySelector("[data-register]");
    if (!button) return;
    // Below 1, because with zoom the ratio of a button that is fully in view can be rounded down.
    const threshold = 0.95;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setButtonFullyInView(entry.intersectionRatio >= threshold),
      { threshold },
    );
    observer.observe(button);
    return () => observer.disconnect();
  }, [card]);

  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle(roomForBar, isShown);
    return () => classList.remove(roomForBar);
  }, [isShown]);

  if (!isShown) return null;
  return (
    <section
      aria-label={labelText("register", m.catalogue_register()).text}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-3 lg:hidden print:hidden"
    >
      <div className="wrap flex items-center justify-between gap-4 py-3">
        <p className="min-w-0 tabular-nums">
          <bdi className="font-semibold">{formatSar(course.amount, locale)}</bdi>
          <span className="block text-xs text-ink-3">
            {m.catalogue_with_vat({ total: isolate(formatSar(amountWithVat(course.amount, taxPercent), locale)) })}
          </span>
        </p>
        <div className={registration === "held" ? "max-w-3/5 text-sm" : "flex-none"}>
          <RegisterButton registration={registration} onRegister={onRegister} size="md" />
        </div>
      </div>
    </section>
  );
}

interface CoursePageProps {
  course: Course;
  headImage: string;
  times: string[];
  terms: CourseTerms;
  related: CourseSummary[];
  taxPercent: number;
  run: number | null;
}

/** What the page of a course shows. `run` is the run that its address names. */
export function CoursePage({ course, headImage, times, terms, related, taxPercent, run }: CoursePageProps) {
  const card = useRef<HTMLDivElement>(null);
  const { registration, seatsLeft, refresh } = useRegistration(course);
  const { register, modal } = useRegister({ course, run, registration, onRefresh: refresh, taxPercent });
  const name = <LocalizedText {...pickBilingual(course, "name")} />;
  return (
    <>
      <Breadcrumb isDark items={[{ label: <Label name="courses" />, to: "/courses" }, { label: name }]} />
      <PageHead
        tone="dark"
        eyebrow={<LocalizedText {...pickBilingual(course, "subject")} />}
        title={name}
        lead={<LocalizedText {...pickBilingual(course, "summary")} />}
        art={coursePicture({ ...course, image: headImage })}
        artTransitionName={useCoverTransition(course.slug)}
        isArtShaded={uploadedKey(course.image) !== null}
        className="pb-12 max-md:[&_picture]:opacity-40 print:pb-0"
      />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 pb-section print:pb-0 lg:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div className="-mt-12 min-w-0 print:mt-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:-mt-22 xl:-mt-40">
          <PurchaseCard
            ref={card}
            {...{ course, times, terms, run, taxPercent, registration, seatsLeft }}
            hasRelated={related.length > 0}
            onRegister={register}
          />
        </div>
        <div className="min-w-0 pt-6 print:pt-0 lg:col-start-1 lg:row-start-1">
          <CourseFacts course={course} />
          <CourseTabs key={course.slug} course={course} />
          <OtherDates course={course} />
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="related" data-print="hide" className="bg-sunken py-section">
          <div className="wrap">
            <SectionHead
              id="related"
              title={m.catalogue_related()}
              action={<ArrowLink to="/courses">{m.common_action_view_more()}</ArrowLink>}
            />
            <ul className="grid gap-x-6 gap-y-9 md:grid-cols-2 lg:grid-cols-4">
              {related.map((other) => (
                <li key={other.id} className="grid min-w-0">
                  <CourseTile course={other} taxPercent={taxPercent} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      {/* Each state has its own bar, which watches the button of that state; one that grew would be a layout shift. */}
      <BuyBar
        key={`${course.id} ${registration}`}
        {...{ card, course, taxPercent, registration }}
        onRegister={register}
      />
      {modal}
    </>
  );
}
