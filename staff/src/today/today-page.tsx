import { useState } from "react";
import { useMe } from "../frame/session.ts";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { DecideCard, NextRunsCard, SlowRunsCard } from "./run-cards.tsx";
import { SalesCard } from "./sales-card.tsx";
import { useDashboard, type Dashboard } from "./use-dashboard.ts";
import {
  ArabicCard,
  AttendanceCard,
  CertificatesCard,
  EditingCard,
  EnquiriesCard,
  MailsCard,
  PaymentsCard,
} from "./waiting-cards.tsx";
import { WaitingCounts } from "./waiting-counts.tsx";
import { clsx } from "clsx/lite";
import { BookingsCard } from "./bookings-card.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";

/** Formats the date in Riyadh in the Umm al-Qura calendar, such as `12 Jumada II 1448`. */
function formatHijriDay(now: Date, locale: string): string {
  const tag = locale === "ar" ? "ar-SA-u-ca-islamic-umalqura-nu-latn" : "en-GB-u-ca-islamic-umalqura";
  const format = new Intl.DateTimeFormat(tag, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Asia/Riyadh",
  });
  const dateParts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return ["day", "month", "year"].map((type) => dateParts.get(type as "day")).join(" ");
}

/** Returns the greeting for the time of day in Riyadh, which is three hours ahead of UTC all year. */
function pickGreeting(now: Date): "morning" | "afternoon" | "evening" {
  const hour = (now.getUTCHours() + 3) % 24;
  if (hour < 12) return hour < 4 ? "evening" : "morning";
  return hour < 17 ? "afternoon" : "evening";
}

const rowClass = "mb-5 grid grid-cols-1 gap-5 max-md:mb-4 max-md:gap-4";
/** Columns that are filled one after the other, so that short cards leave no gaps. */
const columnsClass = "gap-5 md:columns-[18rem] *:mb-5 *:break-inside-avoid max-md:*:mb-4";

function DashboardCards({ dashboard }: { dashboard: Dashboard }) {
  const { next, sales, slow, payments, attendance, enquiries, arabic, editing, mails, certificates, today } = dashboard;
  return (
    <>
      <WaitingCounts dashboard={dashboard} />
      <div className={clsx(rowClass, next && sales && "wide:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]")}>
        {next && <NextRunsCard next={next} today={today} />}
        {sales && <SalesCard sales={sales} />}
      </div>
      <div className={columnsClass}>
        {dashboard.bookings && <BookingsCard bookings={dashboard.bookings} />}
        {payments && <PaymentsCard payments={payments} />}
        {attendance && <AttendanceCard attendance={attendance} />}
        {certificates && <CertificatesCard certificates={certificates} />}
        {enquiries && <EnquiriesCard enquiries={enquiries} />}
        {dashboard.decide && <DecideCard decide={dashboard.decide} />}
        {slow && <SlowRunsCard slow={slow} today={today} />}
        {editing && <EditingCard editing={editing} />}
        {arabic && <ArabicCard arabic={arabic} />}
        {mails && <MailsCard mails={mails} />}
      </div>
    </>
  );
}

/** The first page: what waits for the signed-in person, and key figures. */
export default function TodayPage() {
  const { date, locale, joinWithCommas } = useFormats();
  const { name } = useMe();
  const can = useCan();
  const [now] = useState(() => new Date());
  const { data, error, isPending, refetch } = useDashboard();
  const actions = (
    <>
      {can("schedule.write") && (
        <LinkButton variant="secondary" to="/runs/create" icon="calendar-plus">
          {m.staff_common_action_new_run()}
        </LinkButton>
      )}
      {can("courses.write") && (
        <LinkButton variant="primary" to="/courses?new" icon="plus">
          {m.staff_today_new_course()}
        </LinkButton>
      )}
    </>
  );
  return (
    <>
      <ScreenHead
        title={m[`staff_today_greetings_${pickGreeting(now)}`]({ name: isolate(name) })}
        facts={joinWithCommas(date(now, "full"), formatHijriDay(now, locale))}
        actions={actions}
      />
      {isPending ? <LoadingState lines={8} /> : null}
      {!data && error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? <DashboardCards dashboard={data} /> : null}
    </>
  );
}
