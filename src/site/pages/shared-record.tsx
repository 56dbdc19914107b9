import { useParams } from "react-router";
import { callApi } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { fullDate, weekdayName } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { ScriptNeeded } from "#ui/script-needed.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Activities, mergeActivities } from "#features/learning/cpd/components/activities.tsx";
import { hoursText } from "#features/learning/cpd/components/hours-chart.tsx";
import type { SharedRecord } from "#features/learning/cpd/components/record-types.ts";

function RecordContent({ record }: { record: SharedRecord }) {
  const locale = useLocale();
  const comma = locale === "ar" ? "، " : ", ";
  const formatDay = (date: string) => isolate(fullDate(date, locale));
  const sumHours = (key: "onsite" | "online" | "declared") => record.years.reduce((sum, year) => sum + year[key], 0);
  const verified = sumHours("onsite") + sumHours("online");
  const years = record.years
    .map(({ year }) => year)
    .toReversed()
    .join(comma);
  const facts = [
    { label: m.cpd_accredited_onsite(), hours: sumHours("onsite") },
    { label: m.cpd_accredited_online(), hours: sumHours("online") },
    ...(record.with_declared ? [{ label: m.cpd_declared_unchecked(), hours: sumHours("declared") }] : []),
  ];
  const rows = mergeActivities(record.verified, record.declared);
  return (
    <>
      <p className="text-sm text-ink-3">
        {m.cpd_shared_until({
          date: isolate(`${weekdayName(record.ends_on, locale)} ${fullDate(record.ends_on, locale)}`),
        })}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="min-w-0 text-h1">
          <bdi>{record.name}</bdi>
          {record.name_other && (
            <bdi className="ms-3 text-h3 text-ink-2" lang={locale === "ar" ? "en" : "ar"}>
              {record.name_other}
            </bdi>
          )}
        </h1>
        <Button variant="secondary" data-print="hide" icon="printer" onClick={() => window.print()}>
          {m.common_action_print()}
        </Button>
      </div>
      <p className="mt-2 text-lead text-ink-2">
        {years
          ? m.cpd_shared_sum({ count: verified, years: isolate(years), date: formatDay(record.counted_to) })
          : m.cpd_shared_nothing({ date: formatDay(record.counted_to) })}
      </p>
      <dl className="mt-7 grid border-y border-line md:auto-cols-fr md:grid-flow-col print:auto-cols-fr print:grid-flow-col">
        {facts.map(({ label, hours }) => (
          <div
            key={label}
            className="border-line py-4 not-first:border-t md:px-5 md:first:ps-0 md:not-first:border-s md:not-first:border-t-0"
          >
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="mt-1 text-h4 font-semibold tabular-nums">{hoursText(hours)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        {rows.length > 0 ? (
          <Activities caption={m.cpd_activities()} rows={rows} proofLabel={m.cpd_check()} />
        ) : (
          <EmptyState title={m.cpd_shared_empty()} />
        )}
      </div>
      <p className="mt-7 flex items-start gap-2.5 text-sm text-ink-2">
        <Icon name="shield-check" className="text-primary" />
        {m.cpd_shared_note()}
      </p>
    </>
  );
}

/** For anyone who has the link. The served page is the same for all links; the browser requests the record itself. */
export default function SharedRecordPage() {
  const { code = "" } = useParams();
  const { answer, refetch } = useApiQuery(code, (signal) => callApi("/api/shared-record", { code }, signal));
  if (answer?.ok === false && (answer.status === 404 || answer.status === 422))
    return (
      <StatementPage icon="unlink" title={m.cpd_not_shared_heading()}>
        <p role="status">{m.cpd_not_shared()}</p>
      </StatementPage>
    );
  return (
    <div className="mx-auto min-h-dvh w-full max-w-256 px-gutter pt-12 pb-section md:pt-16 print:min-h-0 print:py-0">
      {answer?.ok && <RecordContent record={answer.data} />}
      {answer?.ok === false && <LoadFailure message={answer.message} refetch={refetch} />}
      {!answer && (
        <div aria-busy="true" className="min-h-300">
          <h1 className="mb-6 text-h2">{m.cpd_shared_title()}</h1>
          <SkeletonRows />
          <ScriptNeeded what="page" />
        </div>
      )}
    </div>
  );
}
