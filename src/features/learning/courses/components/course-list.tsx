import { clsx } from "clsx/lite";
import { useState, type ReactNode } from "react";
import { addDays, monthOnLeaf, formatWeekdayDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { joiningLinks } from "#i18n/joining-links.ts";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import { m } from "#messages";
import { plainLink } from "#ui/button-style.ts";
import { Button } from "#ui/button.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import {
  CertificateDownload,
  CertificateLinks,
} from "#features/learning/certificates/components/certificate-links.tsx";
import { useSave } from "#ui/use-save.ts";
import { saveCalendar } from "#features/order-views/my-orders/save-order-file.ts";
import type { MyCourse } from "./my-course-types.ts";

/** Past courses that are visible before "show all". */
const initialCount = 3;

type LeafKind = "ahead" | "offer" | "past";
const leafHeads: Record<LeafKind, string> = {
  ahead: "bg-palm-900 text-on-band",
  offer: "bg-warning text-on-danger",
  past: "bg-line text-ink-2",
};

/** A leaf of a calendar with the first day: dark for an upcoming course, amber for an offer, grey for a past course. */
function Leaf({ course, kind }: { course: Pick<MyCourse, "start_date" | "days">; kind: LeafKind }) {
  const locale = useLocale();
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "grid w-17 content-start justify-items-center self-start overflow-hidden rounded-[12px] pb-1.5 text-center",
        kind === "past" ? "bg-sunken" : "bg-stone",
      )}
    >
      <span className={clsx("w-full py-1.5 text-[13px] leading-none font-medium rtl:text-[14px]", leafHeads[kind])}>
        {monthOnLeaf(course.start_date, locale)}
      </span>
      <span className="mt-2 mb-1 font-display text-[1.75rem] leading-none font-light">
        {Number(course.start_date.slice(8))}
      </span>
      <span className="px-1 text-[13px] leading-tight text-ink-3 rtl:text-[14px]">
        {m.catalogue_days({ count: course.days })}
      </span>
    </span>
  );
}

export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size="sm" className="mt-[.2em] text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** A course in a list: calendar leaf, facts and one action. */
export function Row({
  course,
  leaf,
  facts,
  action,
  below,
}: {
  course: Pick<MyCourse, "start_date" | "days" | "name_eng" | "name_ar">;
  leaf: LeafKind;
  facts: ReactNode;
  action?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3.5 border-b border-line py-5.5 last:border-0 md:grid-cols-[4.25rem_minmax(0,1fr)_auto] md:gap-x-5.5">
      <Leaf course={course} kind={leaf} />
      <div className="min-w-0">
        <h3 className="mb-1.5 font-sans text-[1.0625rem] leading-snug font-medium tracking-normal">
          <LocalizedText eng={course.name_eng} ar={course.name_ar} />
        </h3>
        <ul className="grid gap-1.5 text-sm text-ink-2">{facts}</ul>
      </div>
      {action && <div className="col-span-full grid md:col-span-1 md:block">{action}</div>}
      {below && <div className="col-span-full min-w-0 md:col-start-2 md:-mt-1.5">{below}</div>}
    </li>
  );
}

const warning = "my-1 flex items-start gap-2.5 rounded-control bg-warning-tint px-3.5 py-2.5 text-sm text-warning";
const warningLink = "font-medium underline underline-offset-3";

/** Warns what the certificate still needs, which the person can add until the last day of the course. */
export function NeededForCertificate({ course }: { course: Pick<MyCourse, "needed" | "end_date"> }) {
  const date = isolate(formatWeekdayDate(course.end_date, useLocale()));
  const needsName = course.needed.includes("name") || course.needed.includes("other-name");
  const needsNumber = course.needed.includes("scfhs");
  const text = needsName ? (needsNumber ? m.learning_needed_both : m.learning_needed_name) : m.learning_needed_number;
  return (
    <>
      {(needsName || needsNumber) && (
        <Warning to="/profile" action={m.learning_complete_profile()}>
          {text({ date })}
        </Warning>
      )}
      {course.needed.includes("unprintable") && (
        <Warning to="/contact-us" action={m.learning_is_wrong()}>
          {m.learning_needed_letters({ date })}
        </Warning>
      )}
    </>
  );
}

function Warning({ to, action, children }: { to: string; action: string; children: string }) {
  return (
    <p className={warning}>
      <Icon name="triangle-alert" size="sm" className="mt-[.2em]" />
      <span>
        {children}{" "}
        <Link to={to} className={warningLink}>
          {action}
        </Link>
      </span>
    </p>
  );
}

function OrderActions({ course }: { course: MyCourse }) {
  const locale = useLocale();
  const { busy, failed, save } = useSave();
  const [orderId] = course.order_ids;
  if (orderId === undefined) return null;
  const lastDayForNames = addDays(course.start_date, -1);
  return (
    <>
      {course.unnamed > 0 && (
        <p className={warning}>
          <Icon name="triangle-alert" size="sm" className="mt-[.2em]" />
          <span>
            {m.learning_unnamed({
              count: course.unnamed,
              date: isolate(weekdayRange(lastDayForNames, lastDayForNames, locale)),
            })}{" "}
            <Link to={`/my-courses/${orderId}`} className={warningLink}>
              {m.common_action_add_name()}
            </Link>
          </span>
        </p>
      )}
      <p className="flex flex-wrap gap-x-6">
        <button
          type="button"
          className={plainLink}
          aria-disabled={busy || undefined}
          onClick={() => save(() => saveCalendar(orderId))}
        >
          <Icon name="calendar-days" size="sm" />
          {m.learning_to_calendar()}
        </button>
        <Link to={`/my-courses/${orderId}`} className={plainLink}>
          <Icon name="receipt-text" size="sm" />
          {m.common_order()}
        </Link>
        <Link to={`/my-courses/${orderId}/change`} className={plainLink}>
          <Icon name="pencil" size="sm" />
          {m.changes_title()}
        </Link>
      </p>
      {course.movable_until && (
        <p className="text-sm text-ink-3">
          {m.learning_movable_until({ date: isolate(formatWeekdayDate(course.movable_until, locale)) })}
        </p>
      )}
      {failed && (
        <p role="alert" className="text-sm text-danger">
          {m.cpd_file_failed()}
        </p>
      )}
    </>
  );
}

/** Lists who sits on the seats: `you, Omar Khalid, one without a name`. */
function listPeople(course: MyCourse, comma: string): string {
  return [
    ...(course.attends ? [m.learning_you()] : []),
    ...course.others.map((name) => isolate(name)),
    ...(course.unnamed > 0 ? [m.learning_without_name({ count: course.unnamed })] : []),
  ].join(comma);
}

function JoiningLinks({ course }: { course: MyCourse }) {
  const links = joiningLinks(course.sessions, useLocale());
  if (course.delivery !== "online" || !course.attends) return null;
  if (links.length === 0) return <span className="block text-ink-3">{m.common_joining_link_later()}</span>;
  return links.map(({ label, url }) => (
    <a key={url} href={url} rel="noreferrer" className="inline-link block w-fit py-1 max-md:touch-y">
      {label}
    </a>
  ));
}

function UpcomingCourse({ course }: { course: MyCourse }) {
  const comma = useLocale() === "ar" ? "، " : ", ";
  return (
    <Row
      course={course}
      leaf="ahead"
      facts={
        <>
          <Fact icon="calendar">
            <WeekdayRange of={course} />
            <TimesOfSessions of={course.sessions} />
          </Fact>
          <Fact icon="map-pin">
            <LocalizedText eng={course.venue_eng} ar={course.venue_ar} />
            <JoiningLinks course={course} />
          </Fact>
          {(course.seats > 1 || !course.attends) && (
            <Fact icon="users">{m.learning_seats({ count: course.seats, people: listPeople(course, comma) })}</Fact>
          )}
        </>
      }
      action={
        course.ticket && (
          <LinkButton variant="secondary" size="sm" to={course.ticket} icon="ticket">
            {m.learning_tickets({ count: course.tickets })}
          </LinkButton>
        )
      }
      below={
        <>
          <NeededForCertificate course={course} />
          <OrderActions course={course} />
        </>
      }
    />
  );
}

/** Texts that explain why there is no certificate. */
const missingTexts: Record<NonNullable<MyCourse["missing"]>, () => string> = {
  attendance: m.learning_not_full,
  unmarked: m.learning_not_noted,
  // Staff hold this person's certificate back.
  "person-held": m.learning_held,
  name: m.learning_name_missing,
  "other-name": m.learning_name_missing,
  unprintable: m.learning_name_unprintable,
  scfhs: m.learning_number_missing,
  feedback: m.learning_feedback_first,
  revoked: m.learning_revoked,
};

function FinishedCourse({ course }: { course: MyCourse }) {
  const { attendance, certificate, certificate_links: links, feedback, missing } = course;
  return (
    <Row
      course={course}
      leaf="past"
      facts={
        <>
          <Fact icon="calendar">
            <WeekdayRange of={course} />
          </Fact>
          {attendance && (
            <Fact icon="clipboard-check">
              {m.learning_sessions_attended({ attended: attendance.attended, sessions: attendance.sessions })}
            </Fact>
          )}
          {certificate ? (
            <Fact icon="award">
              {m.learning_certificate_number()} <bdi className="whitespace-nowrap">{certificate}</bdi>
            </Fact>
          ) : (
            <Fact icon="info">{missing ? missingTexts[missing]() : m.learning_certificate_later()}</Fact>
          )}
        </>
      }
      below={
        links && (
          <CertificateLinks links={links}>
            {feedback && (
              <Link to={feedback.path} className={plainLink}>
                <Icon name="clipboard-list" size="sm" />
                {m.common_action_give_feedback()}
              </Link>
            )}
          </CertificateLinks>
        )
      }
      action={
        certificate && links ? (
          <CertificateDownload links={links} number={certificate} />
        ) : missing === "scfhs" || missing === "name" || missing === "other-name" ? (
          <LinkButton variant="secondary" size="sm" to="/profile">
            {m.learning_complete_profile()}
          </LinkButton>
        ) : missing && missing !== "feedback" ? (
          <Link to="/contact-us" className={plainLink}>
            {m.learning_is_wrong()}
          </Link>
        ) : (
          feedback && (
            <LinkButton variant={feedback.required ? "primary" : "secondary"} size="sm" to={feedback.path}>
              {m.common_action_give_feedback()}
            </LinkButton>
          )
        )
      }
    />
  );
}

export function Section({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count: number;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-9 md:mt-12">
      <h2 id={id} className="mb-4 flex items-baseline gap-2.5 text-h3">
        {title} <span className="font-sans text-base text-ink-3">{count}</span>
      </h2>
      {children}
    </section>
  );
}

export const list = "rounded-[20px] border border-line bg-surface px-4.5 md:rounded-panel md:px-7";

/** Upcoming courses, then `between`, then past courses. A section without courses is left out. */
export function CourseLists({ courses, between }: { courses: readonly MyCourse[]; between?: ReactNode }) {
  const [showsAll, setShowsAll] = useState(false);
  const upcoming = courses.filter(({ over }) => !over);
  const finished = courses.filter(({ over }) => over).toReversed();
  // Courses that need feedback stay visible.
  const visibleCourses = showsAll
    ? finished
    : finished.filter(({ feedback }, index) => index < initialCount || feedback?.required);
  return (
    <>
      {upcoming.length > 0 && (
        <Section id="ahead-heading" title={m.learning_coming_up()} count={upcoming.length}>
          <ul className={list}>
            {upcoming.map((course) => (
              <UpcomingCourse key={course.run_id} course={course} />
            ))}
          </ul>
        </Section>
      )}
      {between}
      {finished.length > 0 && (
        <Section id="over-heading" title={m.learning_finished()} count={finished.length}>
          <ul className={list}>
            {visibleCourses.map((course) => (
              <FinishedCourse key={course.run_id} course={course} />
            ))}
          </ul>
          {visibleCourses.length < finished.length && (
            <Button variant="ghost" className="mt-3" onClick={() => setShowsAll(true)}>
              {m.learning_all_finished({ count: finished.length })}
            </Button>
          )}
        </Section>
      )}
    </>
  );
}
