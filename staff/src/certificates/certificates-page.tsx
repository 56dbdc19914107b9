import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isolate } from "../../../src/i18n/isolate.ts";
import { isArabicName } from "../../../src/i18n/name-script.ts";
import { callStaff, downloadStaff, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { isAhead } from "../parts/days.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Figures } from "../parts/figures.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { OtherNameDialog } from "../parts/other-name-dialog.tsx";
import { Read } from "../parts/states.tsx";
import { CorrectDialog } from "../roster/correct-dialog.tsx";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { TaskAlert } from "../tasks/task-alert.tsx";
import { CertificatesTable, type BulkAction } from "./certificates-table.tsx";
import { HoldDialog } from "./hold-dialog.tsx";
import { CertificatePreview } from "./certificate-preview.tsx";
import { ReissueDialog } from "./reissue-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import type { CertificateAction } from "./row-actions.tsx";
import { countRows, toRows, type Row } from "./rows.ts";
import type { Certificate, RunCertificates } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";
import { Lines } from "../parts/lines.tsx";

/** The certificates of a run: who gets one, who does not and why, and which were issued. */
export default function CertificatesPage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const list = useQuery(staffQuery("GET /api/staff/runs/:id/certificates", { id }));
  return (
    <Read queries={[run, list]} lines={10}>
      {(run, list) => <CertificatesView run={run} list={list} />}
    </Read>
  );
}

type OpenDialog =
  | CertificateAction
  | { name: "issue"; row: Row }
  | { name: BulkAction; rows: Row[] | null }
  | { name: "hold-run" | "report" };

/** Maximum number of certificates in one call. */
const maxPerCall = 50;

function CertificatesView({ run, list }: { run: FullRun; list: RunCertificates }) {
  const can = useCan();
  const notify = useNotify();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [taskId, setTaskId] = useState<number | null>(null);
  const close = () => setDialog(null);
  const rows = toRows(list);
  const counts = countRows(rows);
  const isOver = !list.runGaps.includes("not-over");
  const canBeIssued = list.runGaps.length === 0;

  /** Runs a change that needs no confirmation. */
  const change = async (work: () => Promise<unknown>, successMessage: string) => {
    try {
      await work();
      notify(successMessage, { type: "success" });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    }
    refresh();
  };
  const issue = (row: Row, withoutFeedback: boolean) => {
    const input = { id: run.id, seats: [row.seatId], withoutFeedback };
    const successMessage = m.staff_certificates_issue_done({ name: isolate(row.name ?? "") });
    return change(() => callStaff("POST /api/staff/runs/:id/certificates", input), successMessage);
  };
  const release = (seatId?: number) => {
    const seat = seatId === undefined ? {} : { seatId };
    const work = () => callStaff("POST /api/staff/runs/:id/certificates/release", { id: run.id, ...seat });
    return change(work, m.staff_certificates_release_done());
  };
  const keepCertificate = ({ id, number }: Certificate) =>
    change(
      () => callStaff("POST /api/staff/certificates/:id/keep", { id }),
      m.staff_certificates_keep_done({ number: isolate(number) }),
    );
  const issueAll = async (selectedRows: Row[] | null) => {
    if (selectedRows) {
      const ids = selectedRows.map(({ seatId }) => seatId);
      let count = 0;
      for (let start = 0; start < ids.length; start += maxPerCall) {
        const seats = ids.slice(start, start + maxPerCall);
        count += (await callStaff("POST /api/staff/runs/:id/certificates", { id: run.id, seats })).issued;
      }
      notify(m.staff_certificates_issue_chosen_done({ count }), { type: "success" });
      return refresh();
    }
    const { id } = await callStaff("POST /api/staff/runs/:id/certificates/all", { id: run.id });
    setTaskId(id);
  };
  return (
    <>
      <RunHead
        run={run}
        actions={
          <>
            {counts.issued > 0 && (
              <Button variant="secondary" icon="download" onClick={() => setDialog({ name: "archive", rows: null })}>
                {m.staff_certificates_archive()}
              </Button>
            )}
            {isOver && run.accreditationStatus === "accredited" && (
              <Button variant="secondary" icon="file-spreadsheet" onClick={() => setDialog({ name: "report" })}>
                {m.staff_certificates_report()}
              </Button>
            )}
            {can("certificates.issue") && canBeIssued && counts.eligible > 0 && (
              <Button variant="primary" icon="award" onClick={() => setDialog({ name: "issue-all", rows: null })}>
                {m.staff_certificates_issue_all({ count: counts.eligible })}
              </Button>
            )}
            {can("certificates.issue") && list.hold === null && run.cancelledAt === null && (
              <Menu
                isIcon
                icon="ellipsis-vertical"
                label={m.staff_certificates_run_menu()}
                items={[
                  {
                    label: m.staff_certificates_hold_run(),
                    icon: "lock",
                    onChoose: () => setDialog({ name: "hold-run" }),
                  },
                ]}
              />
            )}
          </>
        }
      />
      {taskId !== null && (
        <TaskAlert
          taskId={taskId}
          runningText={m.staff_certificates_issuing()}
          endedText={m.staff_certificates_issued_all()}
          onEnd={refresh}
        />
      )}
      <RunNotes run={run} list={list} onRelease={() => void release()} />
      <Numbers counts={counts} />
      <AsideLayout>
        <CertificatesTable
          list={list}
          rows={rows}
          runId={run.id}
          canBeIssued={canBeIssued}
          onAct={setDialog}
          onBulkAction={(name, selectedRows) => setDialog({ name, rows: selectedRows })}
          onIssue={(row, withoutFeedback) =>
            withoutFeedback ? setDialog({ name: "issue", row }) : void issue(row, false)
          }
          onRelease={(row) => void release(row.seatId)}
          onKeep={(certificate) => void keepCertificate(certificate)}
        />
        <Aside run={run} rows={rows} />
      </AsideLayout>
      <Dialogs
        run={run}
        dialog={dialog}
        count={counts.eligible}
        onClose={close}
        onChanged={refresh}
        onIssueAll={issueAll}
        onIssue={(row) => issue(row, true)}
      />
    </>
  );
}

/** Says what blocks all certificates of the run, or when they are issued automatically. */
function RunNotes({ run, list, onRelease }: { run: FullRun; list: RunCertificates; onRelease(): void }) {
  const can = useCan();
  const { date } = useFormats();
  const [firstGap] = list.runGaps;
  if (firstGap === "held")
    return (
      <div className="mb-5">
        <Alert
          tone="warning"
          actions={
            can("certificates.issue") && (
              <Button variant="secondary" size="sm" onClick={onRelease}>
                {m.staff_certificates_release()}
              </Button>
            )
          }
        >
          {m.staff_certificates_run_held({ reason: isolate(list.hold ?? "") })}
        </Alert>
      </div>
    );
  const isScheduled = isAhead(list.issuedFrom);
  if (!firstGap)
    return isScheduled ? (
      <div className="mb-5">
        <Alert>{m.staff_certificates_run_waits({ date: date(list.issuedFrom, "dateTime") })}</Alert>
      </div>
    ) : null;
  return (
    <div className="mb-5">
      <Alert
        tone={firstGap === "title-ar" || firstGap === "scfhs-fields" ? "warning" : "info"}
        actions={
          firstGap === "scfhs-fields" && <TextLink to={`/runs/${run.id}`}>{m.staff_certificates_run_fields()}</TextLink>
        }
      >
        {firstGap === "not-over" && m.staff_certificates_run_not_over({ date: date(list.issuedFrom, "dateTime") })}
        {firstGap === "cancelled" && m.staff_certificates_run_cancelled()}
        {firstGap === "title-ar" && m.staff_certificates_run_title_ar()}
        {firstGap === "scfhs-fields" && m.staff_certificates_run_scfhs()}
      </Alert>
    </div>
  );
}

function Numbers({ counts }: { counts: ReturnType<typeof countRows> }) {
  const { number } = useFormats();
  return (
    <section className="card mb-5" aria-label={m.staff_certificates_numbers()}>
      <Figures
        figures={(["issued", "eligible", "waiting", "ended"] as const).map((name) => ({
          key: name,
          label: m[`staff_certificates_numbers_${name}`](),
          value: number(counts[name]),
        }))}
      />
    </section>
  );
}

/** Shows what a certificate of this run says, and what the public page shows. */
function Aside({ run, rows }: { run: FullRun; rows: readonly Row[] }) {
  const issuedCertificate = rows.find(({ state }) => state === "issued")?.certificate;
  const person = rows.find(({ person }) => person?.gaps.every((gap) => gap !== "name" && gap !== "other-name"))?.person;
  // The English name comes first. The two names of a person can be in either order.
  const names = issuedCertificate
    ? [issuedCertificate.name_eng, issuedCertificate.name_ar]
    : isArabicName(person?.name ?? "")
      ? [person?.name_other, person?.name]
      : [person?.name, person?.name_other];
  const isAccredited = run.accreditationStatus === "accredited";
  /** Whether the run has each of the nine fields that the SCFHS requires. */
  const fields = {
    name: true,
    title: run.name_ar !== null,
    days: true,
    country: true,
    hours: true,
    reference: Boolean(run.activityReference),
    accreditation: Boolean(run.accreditationNumber),
    body: Boolean(run.accreditingBodyEng && run.accreditingBodyAr),
    specialty: Boolean(run.specialtyEng && run.specialtyAr),
  };
  return (
    <div className="grid gap-4">
      <Panel title={m.staff_certificates_paper()}>
        <CertificatePreview nameEng={names[0] ?? ""} nameAr={names[1] ?? ""} run={run} />
      </Panel>
      <Panel title={m.staff_certificates_nine()}>
        {isAccredited ? (
          <>
            <ul className="grid gap-1">
              {Object.entries(fields).map(([name, isPresent]) => (
                <li
                  key={name}
                  className={
                    isPresent
                      ? "flex flex-wrap items-center gap-2 text-sm"
                      : "flex flex-wrap items-center gap-2 text-sm text-danger"
                  }
                >
                  <Icon name={isPresent ? "check" : "x"} size={14} className={isPresent ? "text-success" : ""} />
                  {m[`staff_certificates_fields_${name as keyof typeof fields}`]()}
                  {!isPresent && <span className="sr-only">: {m.staff_roster_missing()}</span>}
                </li>
              ))}
            </ul>
            <p className="text-sm text-ink-3 mt-2.5">{m.staff_certificates_nine_text()}</p>
          </>
        ) : (
          <p className="text-sm text-ink-2">{m.staff_certificates_not_accredited()}</p>
        )}
      </Panel>
      <Panel title={m.staff_certificates_public()}>
        <p className="text-sm text-ink-2">{m.staff_certificates_public_text()}</p>
      </Panel>
    </div>
  );
}

function Dialogs(props: {
  run: FullRun;
  dialog: OpenDialog | null;
  /** Number of people who have earned a certificate. */
  count: number;
  onClose(): void;
  onChanged(): void;
  /** Issues the certificates of `rows`, or all that were earned if null. */
  onIssueAll(rows: Row[] | null): Promise<void>;
  onIssue(row: Row): Promise<void>;
}) {
  const { run, dialog, count, onClose, onChanged } = props;
  const callbacks = { onClose, onChanged };
  switch (dialog?.name) {
    case "issue-all":
      return (
        <ConfirmDialog
          isOpen
          size="sm"
          title={m.staff_certificates_issue_all({ count: dialog.rows?.length ?? count })}
          actionLabel={m.staff_certificates_issue_all_action()}
          onClose={onClose}
          onConfirm={() => props.onIssueAll(dialog.rows)}
        >
          <p>{m.staff_certificates_issue_all_text()}</p>
        </ConfirmDialog>
      );
    case "issue":
      return (
        <ConfirmDialog
          isOpen
          size="sm"
          title={m.staff_certificates_issue_without()}
          actionLabel={m.staff_certificates_issue_one()}
          onClose={onClose}
          onConfirm={() => props.onIssue(dialog.row)}
        >
          <p>{m.staff_certificates_issue_without_text({ name: isolate(dialog.row.name ?? "") })}</p>
        </ConfirmDialog>
      );
    case "hold-run":
      return <HoldDialog {...callbacks} runId={run.id} seats={null} />;
    case "hold":
      return <HoldDialog {...callbacks} runId={run.id} seats={[dialog.row]} />;
    case "hold-chosen":
      return <HoldDialog {...callbacks} runId={run.id} seats={dialog.rows} />;
    case "reissue":
      return <ReissueDialog {...callbacks} run={run} certificate={dialog.certificate} />;
    case "revoke":
      return (
        <RevokeDialog
          {...callbacks}
          run={run}
          certificate={dialog.certificate}
          // The seat was refunded after the certificate was issued.
          {...(dialog.row.state === "decide" && { initialReason: "money" })}
        />
      );
    case "compare":
      return <BothCertificates run={run} older={dialog.certificate} newer={dialog.row.newer} onClose={onClose} />;
    case "correct": {
      const { seatId: id, ...person } = dialog.person;
      return <CorrectDialog seat={{ id, ...person }} onClose={onClose} onCorrected={onChanged} />;
    }
    case "other-name":
      return (
        <OtherNameDialog
          person={dialog.person}
          texts="roster_other_name"
          save={async (name) => {
            await callStaff("POST /api/staff/seats/:id/other-name", { id: dialog.person.seatId, name_other: name });
          }}
          onClose={onClose}
          onSaved={onChanged}
        />
      );
    case "ask":
      return <AskDialog run={run} person={dialog.person} {...callbacks} />;
    case "archive":
      return (
        <ExportDialog
          isOpen
          isPersonal
          title={
            dialog.rows
              ? m.staff_certificates_archive_chosen({ count: dialog.rows.length })
              : m.staff_certificates_archive()
          }
          start={() => {
            const seats = dialog.rows ? { seats: dialog.rows.map(({ seatId }) => seatId) } : {};
            return callStaff("POST /api/staff/runs/:id/certificates/archive", { id: run.id, ...seats });
          }}
          onClose={onClose}
        >
          <p>{dialog.rows ? m.staff_certificates_archive_chosen_text() : m.staff_certificates_archive_text()}</p>
        </ExportDialog>
      );
    case "report":
      return (
        <ExportDialog
          isOpen
          isPersonal
          title={m.staff_certificates_report()}
          kind="scfhs"
          filter={{ run_id: run.id }}
          onClose={onClose}
        >
          <p>{m.staff_certificates_report_text()}</p>
        </ExportDialog>
      );
    default:
      return null;
  }
}

function AskDialog(props: {
  run: FullRun;
  person: RunCertificates["people"][number];
  onClose(): void;
  onChanged(): void;
}) {
  const { run, person, onClose, onChanged } = props;
  const notify = useNotify();
  const { localized } = useFormats();
  const sendRequest = async () => {
    const input = { id: run.id, seats: [person.seatId] };
    const { sent } = await callStaff("POST /api/staff/runs/:id/scfhs-requests", input);
    notify(m.staff_roster_ask_done({ count: sent }), { type: "success" });
    onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m.staff_roster_ask_title()}
      actionLabel={m.staff_roster_ask_action({ count: 1 })}
      onClose={onClose}
      onConfirm={sendRequest}
    >
      <p>{m.staff_roster_ask_text({ course: localized(run.name_eng, run.name_ar) })}</p>
      <p className="text-sm">
        <bdi>{person.name}</bdi>{" "}
        <bdi className="text-ink-3" dir="ltr">
          {person.email}
        </bdi>{" "}
        · {m[`staff_roster_ask_${person.locale}`]()}
      </p>
    </ConfirmDialog>
  );
}

/** The old certificate and the one that replaced it. */
function BothCertificates(props: { run: FullRun; older: Certificate; newer: Certificate | null; onClose(): void }) {
  const { run, older, newer, onClose } = props;
  const { date } = useFormats();
  const [error, setError] = useState<string | null>(null);
  const download = (id: number) =>
    void downloadStaff("GET /api/staff/certificates/:id/pdf", { id }).catch((failure: unknown) =>
      setError(failure instanceof Error ? failure.message : String(failure)),
    );
  return (
    <Dialog
      size="lg"
      title={m.staff_certificates_both_papers()}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {m.staff_common_action_close()}
        </Button>
      }
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        {[older, newer].map(
          (certificate) =>
            certificate && (
              <Lines key={certificate.id} as="figure">
                <CertificatePreview nameEng={certificate.name_eng ?? ""} nameAr={certificate.name_ar ?? ""} run={run} />
                <Lines as="figcaption" className="text-sm">
                  <bdi className="font-medium" dir="ltr">
                    {certificate.number}
                  </bdi>
                  <span className="text-ink-3">
                    {m.staff_certificates_issued_on({ date: date(certificate.issuedAt) })}
                  </span>
                </Lines>
                {certificate.state !== "revoked" && (
                  <Button
                    variant="secondary"
                    size="sm"
                    icon="file-down"
                    className="mt-1 justify-self-start"
                    aria-label={`${m.staff_certificates_download()}: ${isolate(certificate.number)}`}
                    onClick={() => download(certificate.id)}
                  >
                    {m.staff_certificates_download()}
                  </Button>
                )}
              </Lines>
            ),
        )}
      </div>
      {error && (
        <Alert tone="danger" isUrgent>
          {error}
        </Alert>
      )}
    </Dialog>
  );
}
