import { useRef, useState, type KeyboardEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { staffQuery } from "../api.ts";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { TickBox } from "../parts/choice.tsx";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { toDay, toTime, today } from "../parts/days.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Kbd } from "../parts/kbd.tsx";
import { normalizeText } from "../parts/search-text.ts";
import { HistoryCard, HistoryDialog } from "./history.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { Read } from "../parts/states.tsx";
import { getMarkForKey } from "./mark-for-key.ts";
import { ImportDialog } from "./import-dialog.tsx";
import type { Attendance, Change, Mark, MarkState, Person, Session } from "./types.ts";
import { useMarking } from "./use-marking.ts";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

const states = ["present", "late", "absent", "excused"] as const;
const icons: Record<MarkState, IconName> = { present: "check", late: "clock", absent: "x", excused: "shield-check" };
const tones: Record<MarkState | "none", string> = {
  present: "border-transparent bg-success-tint text-success",
  late: "border-transparent bg-warning-tint text-warning",
  absent: "border-transparent bg-danger-tint text-danger",
  excused: "border-transparent bg-info-tint text-info",
  none: "border-dashed border-line-2 font-normal text-ink-3",
};
const markClass = "inline-flex items-center gap-1.5 rounded-lg border text-sm font-medium whitespace-nowrap";

/** The attendance of a run: who was at which session. */
export default function AttendancePage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const attendance = useQuery(staffQuery("GET /api/staff/runs/:id/attendance", { id }));
  return (
    <Read queries={[run, attendance]} lines={10}>
      {(run, attendance) => <AttendanceView run={run} attendance={attendance} />}
    </Read>
  );
}

type OpenDialog =
  | { name: "import" | "export" }
  | { name: "late"; cells: Cell[] }
  | { name: "history"; person: Person | null };
interface Cell {
  person: Person;
  session: Session;
}

const findMark = (person: Person, session: Session) => person.marks.find(({ sessionId }) => sessionId === session.id);
/** The mark as this page shows it. The server rejects a change if the mark is no longer the one that was seen. */
const toSeenMark = (mark: Mark | undefined) => (mark ? { state: mark.state, lateMinutes: mark.lateMinutes } : null);

function AttendanceView({ run, attendance }: { run: FullRun; attendance: Attendance }) {
  const { localized } = useFormats();
  const can = useCan();
  const { runId, rows, sessions } = attendance;
  const marking = useMarking(runId);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [filter, setFilter] = useState<GridFilter>({ text: "", state: "" });
  const visibleRows = rows.filter((person) => matchesFilter(person, sessions, filter));
  const openSessions = sessions.filter(({ isOpen }) => isOpen);
  const canWrite = can("attendance.write") && !attendance.cancelled;
  const name = localized(attendance.name_eng, attendance.name_ar);

  const mark = (cells: readonly Cell[], state: MarkState | null, lateMinutes: number | null = null) =>
    void marking.write(
      cells.map(({ person, session }): Change => ({
        enrolmentId: person.id,
        sessionId: session.id,
        mark: state && { state, lateMinutes },
        seen: toSeenMark(findMark(person, session)),
      })),
    );
  const choose = (cells: readonly Cell[], state: MarkState | null) => {
    if (state === "late") setDialog({ name: "late", cells: [...cells] });
    else mark(cells, state);
  };
  return (
    <>
      <RunHead
        run={run}
        facts={m.staff_attendance_facts({ people: rows.length, sessions: sessions.length })}
        actions={
          <>
            <Button variant="secondary" icon="download" onClick={() => setDialog({ name: "export" })}>
              {m.staff_common_action_export()}
            </Button>
            {canWrite && openSessions.length > 0 && (
              <Button variant="secondary" icon="file-up" onClick={() => setDialog({ name: "import" })}>
                {m.staff_attendance_import()}
              </Button>
            )}
            {canWrite && (
              // A full page load: only a document that was loaded as the door page may use the camera.
              <LinkButton variant="primary" icon="scan-qr-code" href={`/staff/runs/${runId}/door`}>
                {m.staff_door_open()}
              </LinkButton>
            )}
          </>
        }
      />
      <Panel
        flush
        footer={
          <>
            <span>{m.staff_attendance_facts({ people: rows.length, sessions: sessions.length })}</span>
            <span>{m.staff_attendance_amber()}</span>
          </>
        }
      >
        <h2 className="sr-only">{name}</h2>
        {selectedIds.size > 0 && canWrite ? (
          <MarkSelected
            people={rows.filter(({ id }) => selectedIds.has(id))}
            sessions={openSessions}
            onChoose={choose}
            onClose={() => setSelectedIds(new Set())}
          />
        ) : (
          <Toolbar filter={filter} onFilter={setFilter} />
        )}
        <Grid
          attendance={attendance}
          rows={visibleRows}
          canWrite={canWrite}
          selectedIds={selectedIds}
          onSelect={setSelectedIds}
          onChoose={(cell, state) => choose([cell], state)}
          onHistory={(person) => setDialog({ name: "history", person })}
        />
      </Panel>
      <div className="grid items-start gap-5 md:grid-cols-2 mt-5">
        <HistoryCard runId={runId} onAll={() => setDialog({ name: "history", person: null })} />
        <Rules lateMinutes={attendance.lateMinutesAllowed} isOnline={attendance.delivery === "online"} />
      </div>
      {dialog?.name === "history" && (
        <HistoryDialog runId={runId} person={dialog.person} onClose={() => setDialog(null)} />
      )}
      {dialog?.name === "late" && (
        <LateDialog
          onClose={() => setDialog(null)}
          onSave={(minutes) => {
            mark(dialog.cells, "late", minutes);
            setDialog(null);
          }}
        />
      )}
      {dialog?.name === "import" && (
        <ImportDialog sessions={openSessions} hasTimes={attendance.timesConfirmed} onClose={() => setDialog(null)} />
      )}
      {dialog?.name === "export" && (
        <ExportDialog
          isOpen
          title={m.staff_common_action_export()}
          kind="attendance"
          filter={{ run_id: runId }}
          isPersonal
          onClose={() => setDialog(null)}
        />
      )}
      {marking.pendingMarks && (
        <ReasonDialog
          isPending={marking.isSaving}
          onClose={() => marking.setPendingMarks(null)}
          onSave={(reason) =>
            void (
              marking.pendingMarks &&
              marking.write(marking.pendingMarks.changes, { key: marking.pendingMarks.key, reason })
            )
          }
        />
      )}
    </>
  );
}

interface GridFilter {
  text: string;
  /** Shows people with this state in at least one open session. Empty shows everyone. */
  state: MarkState | "none" | "";
}

function matchesFilter(person: Person, sessions: readonly Session[], { text, state }: GridFilter): boolean {
  if (!normalizeText(`${person.name ?? ""} ${person.name_other ?? ""}`).includes(normalizeText(text).trim()))
    return false;
  const openSessions = sessions.filter(({ isOpen }) => isOpen);
  return state === "" || openSessions.some((session) => (findMark(person, session)?.state ?? "none") === state);
}

/** Search, state filter and legend. */
function Toolbar({ filter, onFilter }: { filter: GridFilter; onFilter(filter: GridFilter): void }) {
  const getStateLabel = (state: MarkState | "none") =>
    state === "none" ? m.staff_attendance_not_noted() : m[`staff_attendance_states_${state}`]();
  return (
    <div className="flex flex-wrap items-center gap-2.5 px-pad py-3">
      <TextField
        label={m.staff_common_search_by_name()}
        hideLabel
        type="search"
        placeholder={m.staff_common_search_by_name()}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <Select
        label={m.staff_common_status()}
        hideLabel
        value={filter.state}
        options={[
          { value: "", label: m.staff_attendance_all_states() },
          ...([...states, "none"] as const).map((state) => ({ value: state, label: getStateLabel(state) })),
        ]}
        onChange={(event) => onFilter({ ...filter, state: event.target.value as GridFilter["state"] })}
      />
      <ul
        className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-2"
        aria-label={m.staff_attendance_legend()}
      >
        {([...states, "none"] as const).map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <span className={clsx(markClass, tones[state], "min-h-5.5 px-1.5")}>
              <Icon name={state === "none" ? "minus" : icons[state]} size={14} />
            </span>
            {getStateLabel(state)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Explains what full attendance is, and when marks can be written. */
function Rules({ lateMinutes, isOnline }: { lateMinutes: number; isOnline: boolean }) {
  const rules: { icon: IconName; text: string }[] = [
    { icon: "check", text: m.staff_attendance_counts_late({ minutes: lateMinutes }) },
    ...(isOnline ? [{ icon: "video" as const, text: m.staff_attendance_counts_online() }] : []),
    { icon: "shield-check", text: m.staff_attendance_counts_excused() },
    { icon: "lock", text: m.staff_attendance_counts_when() },
    { icon: "keyboard", text: m.staff_attendance_keys() },
  ];
  return (
    <Panel title={m.staff_attendance_counts()}>
      <Lines as="ul">
        {rules.map(({ icon, text }) => (
          <li key={icon} className="flex gap-2.5">
            <Icon name={icon} size={16} className="mt-1 text-primary" />
            <span>{text}</span>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}

function Grid(props: {
  attendance: Attendance;
  /** The people who match the search. */
  rows: readonly Person[];
  canWrite: boolean;
  selectedIds: ReadonlySet<number>;
  onSelect(selectedIds: ReadonlySet<number>): void;
  onChoose(cell: Cell, state: MarkState | null): void;
  onHistory(person: Person): void;
}) {
  const { attendance, rows, canWrite, selectedIds, onSelect, onChoose, onHistory } = props;
  const { rows: allRows, sessions } = attendance;
  const table = useRef<HTMLTableElement>(null);
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => selectedIds.has(id));
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(selectedIds);
    if (isOn) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  /** Arrow keys move between the cells, letters set marks, Delete clears one. */
  const handleKey = (event: KeyboardEvent, cell: Cell, row: number, column: number) => {
    // The menu of a cell has its own keys. React also passes them on to the cell.
    const isInMenu = !event.currentTarget.contains(event.target as Node);
    if (isInMenu || event.ctrlKey || event.metaKey || event.altKey) return;
    const inlineStep = document.documentElement.dir === "rtl" ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowRight: [0, inlineStep],
      ArrowLeft: [0, -inlineStep],
    };
    const step = steps[event.key];
    const state = getMarkForKey(event);
    if (step) {
      const selector = `[data-cell="${row + step[0]}-${column + step[1]}"] button`;
      table.current?.querySelector<HTMLButtonElement>(selector)?.focus();
    } else if (state) onChoose(cell, state);
    else if (event.key === "Delete" && findMark(cell.person, cell.session)) onChoose(cell, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ScrollRegion label={m.staff_attendance_title()}>
      <table className="table" ref={table}>
        <caption className="sr-only">{m.staff_attendance_title()}</caption>
        <thead>
          <tr>
            {canWrite && (
              <td className="border-y border-line bg-row">
                <TickBox
                  aria-label={m.staff_attendance_all()}
                  checked={areAllSelected}
                  isIndeterminate={!areAllSelected && selectedIds.size > 0}
                  onChange={(isOn) => onSelect(new Set(isOn ? rows.map(({ id }) => id) : []))}
                />
              </td>
            )}
            <th scope="col">{m.staff_common_attendee()}</th>
            {sessions.map((session, cellIndex) => (
              <SessionHead
                key={session.id}
                cellIndex={cellIndex}
                session={session}
                people={allRows}
                hasTime={attendance.timesConfirmed}
              />
            ))}
            <th scope="col">{m.staff_attendance_full()}</th>
            <th scope="col">
              <span className="sr-only">{m.staff_attendance_history()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((person, row) => (
            <tr key={person.id}>
              {canWrite && (
                <td>
                  <TickBox
                    aria-label={person.name ?? m.staff_door_no_name()}
                    checked={selectedIds.has(person.id)}
                    onChange={(isOn) => toggle(person.id, isOn)}
                  />
                </td>
              )}
              <th scope="row" className="bg-transparent text-base text-ink">
                <bdi>{person.name ?? m.staff_door_no_name()}</bdi>
                {person.name_other && (
                  <SecondLine>
                    <bdi>{person.name_other}</bdi>
                  </SecondLine>
                )}
              </th>
              {sessions.map((session, column) => {
                const cell = { person, session };
                return (
                  <td
                    key={session.id}
                    className={isToday(session) ? "bg-primary-tint/45" : undefined}
                    data-cell={`${row}-${column}`}
                    onKeyDownCapture={(event) => canWrite && session.isOpen && handleKey(event, cell, row, column)}
                  >
                    <MarkCell cell={cell} canWrite={canWrite} onChoose={(state) => onChoose(cell, state)} />
                  </td>
                );
              })}
              <td>
                <AttendedCount person={person} attendance={attendance} />
              </td>
              <td>
                <TooltipButton
                  icon="history"
                  label={m.staff_attendance_history_of({ name: isolate(person.name ?? m.staff_door_no_name()) })}
                  onClick={() => onHistory(person)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const isToday = ({ startsAt }: Session) => toDay(startsAt) === today();

function SessionHead(props: { cellIndex: number; session: Session; people: readonly Person[]; hasTime: boolean }) {
  const { cellIndex, session, people, hasTime } = props;
  const { date, joinWithCommas } = useFormats();
  const count = people.filter((row) => ["present", "late"].includes(findMark(row, session)?.state ?? "")).length;
  const day = { day: cellIndex + 1 };
  return (
    <th scope="col" className={isToday(session) ? "bg-primary-tint" : undefined}>
      <span className="font-medium">
        {isToday(session) ? m.staff_attendance_day_today(day) : m.staff_common_day(day)}
      </span>
      <SecondLine>
        {joinWithCommas(date(session.startsAt, "dayMonth"), hasTime ? toTime(session.startsAt) : null)}
      </SecondLine>
      <span className="my-1 flex h-1 max-w-32 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <i className="bg-primary" style={{ width: `${(count / Math.max(1, people.length)) * 100}%` }} />
      </span>
      <SecondLine>
        {session.isOpen ? m.staff_common_count_of({ count, total: people.length }) : m.staff_attendance_not_open()}
      </SecondLine>
    </th>
  );
}

/** Number of attended sessions. Amber once the person has missed a session that is over. */
function AttendedCount({ person, attendance }: { person: Person; attendance: Attendance }) {
  const { sessions, lateMinutesAllowed, now } = attendance;
  const isAttended = (session: Session) => {
    const mark = findMark(person, session);
    return (
      mark?.state === "present" || (mark?.state === "late" && (mark.lateMinutes ?? Infinity) <= lateMinutesAllowed)
    );
  };
  const isMissing = sessions.some((session) => session.endsAt <= now && !isAttended(session));
  return (
    <span className={clsx("flex flex-wrap items-center gap-2 whitespace-nowrap", isMissing && "text-warning")}>
      <Icon name={person.full ? "check" : isMissing ? "circle-alert" : "minus"} size={16} />
      <span>
        {m.staff_common_count_of({ count: sessions.filter(isAttended).length, total: sessions.length })}
        <span className="sr-only">
          {" "}
          {person.full ? m.staff_attendance_is_full() : isMissing ? m.staff_attendance_is_missing() : ""}
        </span>
      </span>
    </span>
  );
}

function MarkCell({
  cell,
  canWrite,
  onChoose,
}: {
  cell: Cell;
  canWrite: boolean;
  onChoose(state: MarkState | null): void;
}) {
  const { person, session } = cell;
  const { date } = useFormats();
  const mark = findMark(person, session);
  if (!session.isOpen) return <span className="text-ink-3">–</span>;
  const label = mark ? m[`staff_attendance_states_${mark.state}`]() : m.staff_attendance_not_noted();
  const hasAttendedMinutes = mark?.attendedMinutes !== null && mark?.attendedMinutes !== undefined;
  const total = Math.round((Date.parse(session.endsAt) - Date.parse(session.startsAt)) / 60_000);
  const markText = mark
    ? m.staff_attendance_how({
        way: m[`staff_attendance_ways_${mark.way}`](),
        name: mark.markedBy ?? "",
        time: date(mark.markedAt, "momentOfYear"),
      })
    : "";
  const content = (
    <>
      <Icon name={mark ? icons[mark.state] : "minus"} size={14} />
      {hasAttendedMinutes ? (
        <>
          {m.staff_common_count_of({ count: mark.attendedMinutes ?? 0, total })}
          <span className="sr-only">{label}</span>
        </>
      ) : (
        label
      )}
      {mark?.lateMinutes && (
        <span className="font-normal">{m.staff_attendance_minutes({ count: mark.lateMinutes })}</span>
      )}
      <span className="sr-only">{markText}</span>
    </>
  );
  const cellClass = clsx(markClass, tones[mark?.state ?? "none"], "min-h-7.5 ps-2 pe-2.5");
  return (
    <span className="flex flex-wrap items-center gap-2" title={markText || undefined}>
      {canWrite ? (
        <Menu
          label={label}
          className={cellClass}
          items={[
            ...states.map((state) => ({
              label: (
                <span className="flex min-w-36 items-center justify-between gap-4">
                  {m[`staff_attendance_states_${state}`]()}
                  <Kbd>{state[0]?.toUpperCase() ?? ""}</Kbd>
                </span>
              ),
              icon: icons[state],
              onChoose: () => onChoose(state),
            })),
            mark && { label: m.staff_attendance_clear(), icon: "minus" as const, onChoose: () => onChoose(null) },
          ]}
        >
          {content}
        </Menu>
      ) : (
        <span className={cellClass}>{content}</span>
      )}
      {mark?.way === "door" && <Icon name="scan-qr-code" size={14} className="text-ink-3" />}
      {mark?.way === "list" && <Icon name="pencil" size={14} className="text-ink-3" />}
    </span>
  );
}

function MarkSelected(props: {
  people: readonly Person[];
  sessions: readonly Session[];
  onChoose(cells: readonly Cell[], state: MarkState | null): void;
  onClose(): void;
}) {
  const { people, sessions, onChoose, onClose } = props;
  const { date } = useFormats();
  const [sessionId, setSessionId] = useState(sessions.at(-1)?.id ?? 0);
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) return null;
  return (
    <BulkBar title={m.staff_list_chosen({ count: people.length })} onClose={onClose}>
      <Select
        label={m.staff_door_session()}
        hideLabel
        value={String(sessionId)}
        options={sessions.map((session) => ({ value: String(session.id), label: date(session.startsAt, "dayMonth") }))}
        onChange={(event) => setSessionId(Number(event.target.value))}
      />
      {states.map((state) => (
        <Button
          key={state}
          size="sm"
          variant="outlined"
          icon={icons[state]}
          onClick={() =>
            onChoose(
              people.map((person) => ({ person, session })),
              state,
            )
          }
        >
          {m[`staff_attendance_states_${state}`]()}
        </Button>
      ))}
    </BulkBar>
  );
}

function LateDialog({ onClose, onSave }: { onClose(): void; onSave(minutes: number): void }) {
  const [minutes, setMinutes] = useState("");
  return (
    <Dialog
      size="sm"
      title={m.staff_attendance_states_late()}
      onClose={onClose}
      onSubmit={() => onSave(Number(minutes))}
      actions={
        <Button type="submit" variant="primary">
          {m.staff_common_action_save()}
        </Button>
      }
    >
      <TextField
        label={m.staff_attendance_late_by()}
        type="number"
        min={1}
        max={1440}
        required
        autoFocus
        value={minutes}
        onChange={(event) => setMinutes(event.target.value)}
      />
    </Dialog>
  );
}

/**
 * Asks for a reason for the audit log. The server requires one if the session is long over or a certificate was issued.
 */
function ReasonDialog(props: { isPending: boolean; onClose(): void; onSave(reason: string): void }) {
  const [reason, setReason] = useState("");
  return (
    <Dialog
      size="sm"
      title={m.staff_attendance_reason_title()}
      onClose={props.onClose}
      onSubmit={() => props.onSave(reason)}
      actions={
        <Button type="submit" variant="primary" isPending={props.isPending}>
          {m.staff_common_action_save()}
        </Button>
      }
    >
      <p>{m.staff_attendance_reason_text()}</p>
      <ReasonField autoFocus label={m.staff_common_reason()} value={reason} onChange={setReason} />
    </Dialog>
  );
}
