import { useEffect, useRef, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loading } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { saveFile } from "#platform/save-file.ts";
import { useSave } from "#ui/use-save.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import {
  Activities,
  mergeActivities,
  getLastDay,
  type Activity,
} from "#features/learning/cpd/components/activities.tsx";
import { ActivityForm } from "#features/learning/cpd/components/activity-form.tsx";
import { HoursChart } from "#features/learning/cpd/components/hours-chart.tsx";
import { HoursTable } from "#features/learning/cpd/components/hours-table.tsx";
import type { Declared, MyRecord } from "#features/learning/cpd/components/record-types.ts";
import { ShareRecord } from "#features/learning/cpd/components/share-record.tsx";
import { Target } from "#features/learning/cpd/components/target.tsx";
import { getYear } from "#features/learning/cpd/record.ts";
import { AccountLayout } from "#features/people/profile/profile-layout.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

function Hours({ record }: { record: MyRecord }) {
  const locale = useLocale();
  const day = isolate(weekdayRange(record.counted_to, record.counted_to, locale));
  return (
    <Card as="section" aria-labelledby="hours-heading" className="md:p-8!">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="hours-heading" className="font-sans text-h4 font-medium">
          {m.cpd_hours_by_year()}
        </h2>
        <p className="text-sm text-ink-3">{m.cpd_counted_to({ date: day })}</p>
      </div>
      <div className="mt-6 grid items-center gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] print:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <HoursChart years={record.years} />
        <HoursTable years={record.years} />
      </div>
    </Card>
  );
}

function Files({ today, hasCertificates }: { today: string; hasCertificates: boolean }) {
  const { busy, failed, save } = useSave();
  return (
    <>
      <div data-print="hide" className="mt-5 flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          isPending={busy}
          icon="file-text"
          onClick={() => save(() => saveFile("/api/cpd-pdf", {}, `cpd-record-${today}.pdf`))}
        >
          {m.cpd_pdf()}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          isPending={busy}
          icon="table"
          onClick={() => save(() => saveFile("/api/cpd-csv", {}, `cpd-record-${today}.csv`))}
        >
          {m.cpd_csv()}
        </Button>
        {hasCertificates && (
          <Button
            variant="secondary"
            size="sm"
            isPending={busy}
            icon="download"
            onClick={() => save(() => saveFile("/api/cpd-certificates", {}, "certificates.zip"))}
          >
            {m.cpd_certificates()}
          </Button>
        )}
        <p className="text-sm text-ink-3">{m.cpd_files_note()}</p>
      </div>
      {failed && (
        <Alert tone="danger" className="mt-3" announces>
          {m.cpd_file_failed()}
        </Alert>
      )}
    </>
  );
}

/** Shows tabs only if the rows span more than one year. */
function ByYear({ rows, onEdit }: { rows: readonly Activity[]; onEdit: (declared: Declared) => void }) {
  const years = [...new Set(rows.map((row) => getYear(getLastDay(row))))];
  const list = (listedRows: readonly Activity[], caption: string) => (
    <Activities caption={caption} rows={listedRows} proofLabel={m.cpd_proof()} onEdit={onEdit} />
  );
  if (years.length < 2) return list(rows, m.cpd_activities());
  return (
    <Tabs
      label={m.cpd_activities()}
      headingLevel={3}
      printsSelected
      tabs={[
        ...years.map((year) => ({
          id: String(year),
          label: year,
          content: list(
            rows.filter((row) => getYear(getLastDay(row)) === year),
            m.cpd_activities_of({ year }),
          ),
        })),
        { id: "all", label: m.cpd_all_years(), content: list(rows, m.cpd_activities()) },
      ]}
    />
  );
}

function Record({ record, reload }: { record: MyRecord; reload: () => void }) {
  const [edited, setEdited] = useState<Declared | "new" | null>(null);
  const [message, setMessage] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = mergeActivities(record.verified, record.declared);
  const isEmpty = rows.length === 0;
  /** The server's day in Riyadh. */
  const today = record.counted_to;

  function finish(text: string) {
    setMessage(text);
    setEdited(null);
    reload();
  }
  // The form opens above the list. Its first field takes the focus; when it closes, the heading takes the focus.
  const isOpen = edited !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>("[aria-labelledby=activity-heading] input")?.focus();
    else if (wasOpen.current) heading.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      {!isEmpty && (
        <>
          <Hours record={record} />
          <Files today={today} hasCertificates={record.verified.length > 0} />
        </>
      )}
      <Target target={record.target} today={today} onDone={finish} />
      <section aria-labelledby="activities-heading" className="mt-9 md:mt-12">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="activities-heading" ref={heading} tabIndex={-1} className="text-h3">
            {m.cpd_activities()}
          </h2>
          <Button
            size="sm"
            aria-expanded={edited === "new"}
            icon="plus"
            onClick={() => setEdited(edited === "new" ? null : "new")}
          >
            {m.cpd_add_activity()}
          </Button>
        </div>
        <p role="status" className="min-h-6 text-sm text-success">
          {message}
        </p>
        {edited !== null && (
          <ActivityForm
            key={edited === "new" ? "new" : edited.id}
            activity={edited === "new" ? null : edited}
            today={today}
            onDone={finish}
            onCancel={() => setEdited(null)}
          />
        )}
        {isEmpty ? (
          <EmptyState
            title={m.cpd_empty()}
            action={<LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>}
          >
            <p>{m.cpd_empty_text()}</p>
          </EmptyState>
        ) : (
          <ByYear rows={rows} onEdit={setEdited} />
        )}
      </section>
      {!isEmpty && <ShareRecord record={record} onDone={finish} />}
    </>
  );
}

function LoadedRecord({ user }: { user: StoredUser | null }) {
  const { answer, refetch } = useApiQuery(user && user.id, (signal) => callApi("/api/my-cpd", {}, signal));
  // The record stays visible while it is requested again.
  const [record, setRecord] = useState<MyRecord | null>(null);
  if (answer?.ok && answer.data !== record) setRecord(answer.data);
  if (answer?.ok === false && answer.status !== 401) return <LoadFailure message={answer.message} refetch={refetch} />;
  if (!record) return <Loading className="min-h-300" />;
  return <Record record={record} reload={refetch} />;
}

/** The person's own CPD record: hours, declared activities, target, files and links. */
export default function MyCpd() {
  const user = useViewer("/my-cpd");
  return (
    <>
      <Breadcrumb items={[{ label: m.cpd_title() }]} />
      <AccountLayout user={user} current="cpd">
        <h1 className="text-h2">{m.cpd_title()}</h1>
        <p className="mt-2 mb-6 text-ink-2">{m.cpd_lead()}</p>
        <ConfirmAddress className="mb-6" />
        <LoadedRecord user={user} />
      </AccountLayout>
    </>
  );
}
