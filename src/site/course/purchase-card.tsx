import { lazy, memo, Suspense, type ReactNode, type Ref } from "react";
import { fewSeats, seatState, soldTogether, type Course } from "#features/catalogue/course.ts";
import { quotationPath } from "#features/catalogue/schedule/run-address.ts";
import { hoursLabel } from "#features/catalogue/components/course-tile.tsx";
import { venueMapUrl } from "#features/catalogue/schedule/mail-course.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { pickBilingual } from "#i18n/locale.ts";
import { amountWithVat, formatSar, groupedAmount } from "#i18n/money.ts";
import { Started, WeekdayRange } from "#i18n/run-dates.tsx";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { ScriptNeeded } from "#ui/script-needed.tsx";
import { TextLines } from "#ui/text-lines.tsx";
import { QuoteButton } from "#features/checkout/components/quote-button.tsx";
import { AddToCart } from "./add-to-cart.tsx";
import { getCourseAddress, type Registration } from "./registration.ts";
import { RegisterButton } from "./register-button.tsx";
import { registrationLabels } from "./registration-labels.tsx";
import type { WaitingPanelProps } from "./waiting-panel.tsx";

const WaitingPanel = lazy(() => import("./waiting-panel.tsx"));
const NewDates = lazy(() => import("./new-dates.tsx"));
// React renders a part that is still loading from scratch when its parent renders again; `memo` prevents that.
const Waiting = memo((props: WaitingPanelProps) => (
  <Suspense>
    <WaitingPanel {...props} />
  </Suspense>
));
const Interest = memo(({ slug }: { slug: string }) => (
  <Suspense>
    <NewDates slug={slug} />
  </Suspense>
));

interface StateProps {
  registration: Registration;
  seatsLeft: number;
  capacity: number;
}

function StateBadge({ registration, seatsLeft, capacity }: StateProps) {
  if (registration === "open")
    return seatsLeft <= fewSeats ? (
      <Badge tone="warning">{m.catalogue_seats_left({ count: seatsLeft })}</Badge>
    ) : (
      <Badge tone="success">{m.catalogue_open()}</Badge>
    );
  if (registration === "sold-out")
    return (
      <Badge tone="warning" icon="users">
        {m.catalogue_full({ count: capacity })}
      </Badge>
    );
  if (registration === "held") return <Badge tone="warning">{m.catalogue_held()}</Badge>;
  return <Badge tone={registration === "registered" ? "success" : "muted"}>{registrationLabels[registration]()}</Badge>;
}

function BigPrice({ amount }: { amount: string }) {
  const locale = useLocale();
  const code = (
    <small className="font-sans text-base font-normal tracking-normal text-ink-3">
      {locale === "ar" ? "ر.س" : "SAR"}
    </small>
  );
  const figures = <bdi>{groupedAmount(amount)}</bdi>;
  return (
    <p className="font-display text-[min(2.6rem,11vw)] leading-[1.25] font-light tabular-nums rtl:font-[350]">
      {locale === "ar" ? (
        <>
          {figures} {code}
        </>
      ) : (
        <>
          {code} {figures}
        </>
      )}
    </p>
  );
}

/** With the street address and a link to a map on another site, from which nothing is loaded before the click. */
function Venue({ course }: { course: Course }) {
  const map = venueMapUrl(course);
  return (
    <>
      <LocalizedText eng={course.venue_eng} ar={course.venue_ar} />
      {course.address_eng && map && (
        <span className="block text-sm">
          <LocalizedText eng={course.address_eng} ar={course.address_ar} />{" "}
          <a href={map} target="_blank" rel="noreferrer" className="inline-link max-md:touch-y print:hidden">
            {m.catalogue_map()}
            <span className="sr-only"> ({m.catalogue_new_tab()})</span>
          </a>
        </span>
      )}
    </>
  );
}

/** For a run that cannot be booked: links to the course's next two runs with free seats, else to similar courses. */
function NextBest({
  course,
  registration,
  hasRelated,
}: Pick<PurchaseCardProps, "course" | "registration" | "hasRelated">) {
  if (registration === "open" || registration === "registered") return null;
  const freeRuns = course.disable_course ? [] : course.other_dates.filter((run) => seatState(run) === "open");
  if (freeRuns.length > 0)
    return (
      <div className="mt-5 border-t border-line pt-4 tabular-nums print:hidden">
        <p className="text-sm text-ink-2">{m.catalogue_next_date()}</p>
        {freeRuns.slice(0, 2).map((run) => (
          <Link
            key={run.id}
            to={getCourseAddress(course.slug, run.id)}
            className="group flex items-center gap-3 border-line py-3 not-last:border-b"
          >
            <span className="min-w-0 flex-1">
              <strong className="block font-medium group-hover:underline">
                <WeekdayRange of={run} />
              </strong>
              <span className="text-sm text-ink-2">
                <LocalizedText {...pickBilingual(run, "venue")} /> · {m.catalogue_seats_left({ count: run.seats_left })}
              </span>
            </span>
            <Icon name="chevron-right" size="sm" mirrors className="text-primary" />
          </Link>
        ))}
      </div>
    );
  return hasRelated ? (
    <p className="mt-4 text-center text-sm print:hidden">
      <a href="#related" className="inline-link inline-flex min-h-11 items-center">
        {m.catalogue_similar()}
      </a>
    </p>
  ) : null;
}

/** Texts that say whether the run takes place, and until when what may be changed. */
export interface CourseTerms {
  minimum: string | null;
  /** The refund rules in one line. */
  refund: string;
  /** The same rules, a sentence each. */
  policy: readonly string[];
}

/** One line that opens the list of rules. */
function RefundRules({ refund, policy }: Pick<CourseTerms, "refund" | "policy">) {
  return (
    <details className="group mt-2 text-sm text-ink-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-center gap-2 tabular-nums [&::-webkit-details-marker]:hidden">
        {refund}
        <Icon name="chevron-down" size="sm" className="text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid gap-1.5 pb-2 tabular-nums">
        {policy.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          <Link to="/terms-and-conditions" className="inline-link inline-flex min-h-11 items-center">
            {m.common_terms()}
          </Link>
        </li>
      </ul>
    </details>
  );
}

export interface PurchaseCardProps {
  course: Course;
  times: readonly string[];
  terms: CourseTerms;
  run: number | null;
  taxPercent: number;
  registration: Registration;
  seatsLeft: number;
  /** The page lists similar courses, in the element with the id `related`. */
  hasRelated: boolean;
  onRegister: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function PurchaseCard({
  course,
  times,
  terms,
  run,
  taxPercent,
  registration,
  seatsLeft,
  hasRelated,
  onRegister,
  ref,
}: PurchaseCardProps) {
  const locale = useLocale();
  const { isLoggedIn } = useSession();
  const accredited = course.accreditation_status === "accredited";
  const bundle = soldTogether(course);
  // A private run has no waiting list, and its page offers no notice of new dates.
  const isListed = course.key === null;
  const hasFreeDate = registration === "open" || course.other_dates.some((other) => seatState(other) === "open");
  const renderFact = (icon: IconName, content: ReactNode) => (
    <li className="flex items-start gap-3">
      <Icon name={icon} size="sm" className="mt-[.3em] text-ink-3" />
      <span className="min-w-0">{content}</span>
    </li>
  );
  return (
    <Card ref={ref} className="relative z-2 border-transparent! shadow-3 md:px-8! md:py-6!">
      <div className="flex flex-wrap items-baseline justify-between gap-3 *:whitespace-normal!">
        <span className="text-sm text-ink-3">{m.catalogue_fees()}</span>
        {/* Each state has a badge of its own, because one that grew would count as layout shift. */}
        <StateBadge key={`${registration} ${seatsLeft}`} {...{ registration, seatsLeft, capacity: course.capacity }} />
      </div>
      <BigPrice amount={bundle.amount} />
      {course.company && (
        <p className="text-sm font-medium">
          {m.catalogue_for_company({ count: bundle.seats, company: isolate(course.company.name) })}
        </p>
      )}
      <p className="text-xs text-ink-3">{m.catalogue_plus_vat({ percent: taxPercent })}</p>
      <p className="text-sm text-ink-2 tabular-nums">
        {m.catalogue_with_vat({ total: isolate(formatSar(amountWithVat(bundle.amount, taxPercent), locale)) })}
      </p>
      {course.group_from_seats !== null && (
        <p className="mt-1 text-sm font-medium text-success">
          {m.catalogue_group_price({ count: course.group_from_seats, percent: course.group_percent ?? 0 })}
        </p>
      )}
      <ul className="my-4 grid gap-2 text-[.9375rem] text-ink-2 tabular-nums">
        {renderFact(
          "calendar",
          <>
            <span className="font-display text-[1.125rem] leading-[1.4] text-ink rtl:leading-[1.6]">
              <WeekdayRange of={course} />
            </span>
            <Started of={course} className="block font-medium text-warning" />
          </>,
        )}
        {renderFact(
          "clock",
          <>
            {m.catalogue_days({ count: course.days })}
            {accredited && (
              <>
                {locale === "ar" ? "، " : ", "}
                {hoursLabel(course.hours)}
              </>
            )}
            <TextLines texts={times} />
          </>,
        )}
        {renderFact("map-pin", <Venue course={course} />)}
      </ul>
      {isListed && registration === "open" && seatState(course) !== "open" && (
        <Waiting course={course} run={run} seats="open" />
      )}
      {course.company && course.key && registration === "open" && (
        <LinkButton size="lg" block to={quotationPath(course.id, course.key)}>
          {m.quotes_open()}
        </LinkButton>
      )}
      {!course.company && registration !== "sold-out" && (
        <>
          <RegisterButton registration={registration} onRegister={onRegister} />
          <AddToCart course={course} registration={registration} seatsLeft={seatsLeft} />
        </>
      )}
      {isListed && (registration === "sold-out" || registration === "held") && (
        <Waiting course={course} run={run} seats={registration} />
      )}
      {registration !== "ended" && registration !== "closed" && <RefundRules {...terms} />}
      <ul className="mt-3 grid gap-2 border-t border-line pt-4 text-sm text-ink-2 tabular-nums">
        {terms.minimum && renderFact("users", terms.minimum)}
        {renderFact(
          "award",
          accredited && course.accreditation_number
            ? m.catalogue_accredited({ number: isolate(course.accreditation_number) })
            : course.accreditation_status === "pending"
              ? m.catalogue_accreditation_pending()
              : m.catalogue_attendance(),
        )}
      </ul>
      {registration === "open" && <QuoteButton items={[{ id: course.id, qty: bundle.seats, key: course.key }]} />}
      {!course.company && <NextBest course={course} registration={registration} hasRelated={hasRelated} />}
      {isListed && !hasFreeDate && registration !== "registered" && <Interest slug={course.slug} />}
      {(registration === "open" || seatsLeft > 0) && registration !== "ended" && registration !== "closed" && (
        <ScriptNeeded what="booking" />
      )}
      <p className="mt-3.5 min-h-5 text-center text-xs text-ink-3 noscript:hidden print:hidden">
        {registration === "registered" ? (
          <ArrowLink quiet to="/my-courses">
            {m.catalogue_my_courses()}
          </ArrowLink>
        ) : (
          registration === "open" && !isLoggedIn && m.catalogue_log_in_first()
        )}
      </p>
    </Card>
  );
}
