import { useRef, useState, type KeyboardEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { staffQuery } from "../api.ts";
import { useMay } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { TickBox } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Card } from "../parts/card.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icon-names.ts";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Failed, failureOf, Loading } from "../parts/states.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import type { Attendance, Change, Mark, MarkState, Person, Session } from "./types.ts";
import { useMarking } from "./use-marking.ts";
import "./attendance.css";

const states = ["present", "late", "absent", "excused"] as const;
const icons: Record<MarkState, IconName> = { present: "check", late: "clock", absent: "x", excused: "shield-check" };
const keys: Record<string, MarkState> = { p: "present", l: "late", a: "absent", e: "excused" };

/** Who was at which session of a run. */
export default function AttendancePage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const attendance = useQuery(staffQuery("GET /api/staff/runs/:id/attendance", { id }));
  const failure = failureOf(run) ?? failureOf(attendance);
  const retry = () => void Promise.all([run.refetch(), attendance.refetch()]);
  if (failure) return <Failed error={failure} onRetry={retry} />;
  return run.data && attendance.data ? (
    <AttendanceView run={run.data} attendance={attendance.data} />
  ) : (
    <Loading lines={10} />
  );
}

type Asked = { name: "import" | "export" } | { name: "late"; cells: Cell[] };
interface Cell {
  person: Person;
  session: Session;
}

const markOf = (person: Person, session: Session) => person.marks.find(({ session_id }) => session_id === session.id);
const seenOf = (mark: Mark | undefined) => (mark ? { state: mark.state, late_minutes: mark.late_minutes } : null);

function AttendanceView({ run, attendance }: { run: FullRun; attendance: Attendance }) {
  const { localized } = useFormats();
  const may = useMay();
  const { run_id: runId, rows, sessions } = attendance;
  const marking = useMarking(runId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const open = sessions.filter(({ is_open }) => is_open);
  const mayWrite = may("attendance.write") && !attendance.cancelled;
  const name = localized(attendance.name_eng, attendance.name_ar);

  const mark = (cells: readonly Cell[], state: MarkState | null, lateMinutes: number | null = null) =>
    void marking.write(
      cells.map(({ person, session }): Change => ({
        enrolment_id: person.id,
        session_id: session.id,
        mark: state && { state, late_minutes: lateMinutes },
        seen: seenOf(markOf(person, session)),
      })),
    );
  const choose = (cells: readonly Cell[], state: MarkState | null) => {
    if (state === "late") setAsked({ name: "late", cells: [...cells] });
    else mark(cells, state);
  };
  return (
    <>
      <RunHead
        run={run}
        facts={m.staff_attendance_facts({ people: rows.length, sessions: sessions.length })}
        actions={
          <>
            <Button icon="download" onClick={() => setAsked({ name: "export" })}>
              {m.staff_attendance_export()}
            </Button>
            {mayWrite && open.length > 0 && (
              <Button icon="file-up" onClick={() => setAsked({ name: "import" })}>
                {m.staff_attendance_import()}
              </Button>
            )}
            {mayWrite && (
              // Loaded anew: the camera is for that page only.
              <a className="door-link" href={`/staff/runs/${runId}/door`}>
                <Icon name="scan-qr-code" size={16} />
                {m.staff_door_open()}
              </a>
            )}
          </>
        }
      />
      <Card title={name} flush>
        {chosen.size > 0 && mayWrite && (
          <BulkBar
            people={rows.filter(({ id }) => chosen.has(id))}
            sessions={open}
            onChoose={choose}
            onClose={() => setChosen(new Set())}
          />
        )}
        <Grid
          attendance={attendance}
          mayWrite={mayWrite}
          chosen={chosen}
          onChosen={setChosen}
          onChoose={(cell, state) => choose([cell], state)}
        />
      </Card>
      <p className="small quiet attendance-rule">
        {m.staff_attendance_rule({ minutes: attendance.late_minutes_allowed })}
      </p>
      {asked?.name === "late" && (
        <LateDialog
          onClose={() => setAsked(null)}
          onSave={(minutes) => {
            mark(asked.cells, "late", minutes);
            setAsked(null);
          }}
        />
      )}
      {asked?.name === "import" && <ImportDialog sessions={open} onClose={() => setAsked(null)} />}
      {asked?.name === "export" && (
        <ExportDialog
          isOpen
          title={m.staff_attendance_export()}
          kind="attendance"
          filter={{ run_id: runId }}
          isPersonal
          onClose={() => setAsked(null)}
        />
      )}
      {marking.asking && (
        <ReasonDialog
          isBusy={marking.isSaving}
          onClose={() => marking.setAsking(null)}
          onSave={(reason) =>
            void (marking.asking && marking.write(marking.asking.changes, { key: marking.asking.key, reason }))
          }
        />
      )}
    </>
  );
}

function Grid(props: {
  attendance: Attendance;
  mayWrite: boolean;
  chosen: ReadonlySet<number>;
  onChosen(chosen: ReadonlySet<number>): void;
  onChoose(cell: Cell, state: MarkState | null): void;
}) {
  const { attendance, mayWrite, chosen, onChosen, onChoose } = props;
  const { rows, sessions } = attendance;
  const { date } = useFormats();
  const table = useRef<HTMLTableElement>(null);
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChosen(next);
  };
  /** Arrows move between the cells, letters mark. */
  const onKey = (event: KeyboardEvent, cell: Cell, row: number, column: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const toEnd = document.documentElement.dir === "rtl" ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowRight: [0, toEnd],
      ArrowLeft: [0, -toEnd],
    };
    const step = steps[event.key];
    const state = keys[event.key.toLowerCase()];
    if (step) {
      const at = `[data-cell="${row + step[0]}-${column + step[1]}"] button`;
      table.current?.querySelector<HTMLButtonElement>(at)?.focus();
    } else if (state) onChoose(cell, state);
    else if (event.key === "Delete" && markOf(cell.person, cell.session)) onChoose(cell, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ScrollRegion label={m.staff_attendance_title()}>
      <table className="table attendance" ref={table}>
        <caption className="sr-only">{m.staff_attendance_title()}</caption>
        <thead>
          <tr>
            {mayWrite && (
              <td>
                <TickBox
                  aria-label={m.staff_attendance_all()}
                  checked={isAll}
                  isIndeterminate={!isAll && chosen.size > 0}
                  onChange={(isOn) => onChosen(new Set(isOn ? rows.map(({ id }) => id) : []))}
                />
              </td>
            )}
            <th scope="col">{m.staff_attendance_person()}</th>
            {sessions.map((session) => (
              <th scope="col" key={session.id}>
                {date(session.starts_at, "dayMonth")}
                <span className="second-line">
                  {session.is_open
                    ? m.staff_attendance_present_of({
                        count: rows.filter((row) => ["present", "late"].includes(markOf(row, session)?.state ?? ""))
                          .length,
                        total: rows.length,
                      })
                    : m.staff_attendance_not_open()}
                </span>
              </th>
            ))}
            <th scope="col">{m.staff_attendance_full()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((person, row) => (
            <tr key={person.id}>
              {mayWrite && (
                <td>
                  <TickBox
                    aria-label={person.name ?? m.staff_door_no_name()}
                    checked={chosen.has(person.id)}
                    onChange={(isOn) => toggle(person.id, isOn)}
                  />
                </td>
              )}
              <th scope="row">
                <bdi>{person.name ?? m.staff_door_no_name()}</bdi>
                {person.name_other && <bdi className="second-line">{person.name_other}</bdi>}
              </th>
              {sessions.map((session, column) => {
                const cell = { person, session };
                return (
                  <td
                    key={session.id}
                    data-cell={`${row}-${column}`}
                    onKeyDownCapture={(event) => mayWrite && session.is_open && onKey(event, cell, row, column)}
                  >
                    <MarkCell cell={cell} mayWrite={mayWrite} onChoose={(state) => onChoose(cell, state)} />
                  </td>
                );
              })}
              <td>
                <span className={clsx("row", !person.full && "attention")}>
                  <Icon name={person.full ? "check" : "minus"} size={16} />
                  {person.full ? m.staff_common_boolean_true() : m.staff_common_boolean_false()}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function MarkCell({
  cell,
  mayWrite,
  onChoose,
}: {
  cell: Cell;
  mayWrite: boolean;
  onChoose(state: MarkState | null): void;
}) {
  const { person, session } = cell;
  const { date } = useFormats();
  const mark = markOf(person, session);
  if (!session.is_open) return <span className="quiet">–</span>;
  const label = mark ? m[`staff_attendance_states_${mark.state}`]() : m.staff_attendance_not_noted();
  const minutes =
    mark?.attended_minutes !== null && mark?.attended_minutes !== undefined
      ? m.staff_attendance_minutes({ count: mark.attended_minutes })
      : mark?.late_minutes
        ? m.staff_attendance_minutes({ count: mark.late_minutes })
        : "";
  const how = mark
    ? m.staff_attendance_how({
        way: m[`staff_attendance_ways_${mark.way}`](),
        name: mark.marked_by ?? "",
        time: date(mark.marked_at, "momentOfYear"),
      })
    : "";
  const words = (
    <>
      <Icon name={mark ? icons[mark.state] : "minus"} size={14} />
      {label}
      {minutes && <span className="minutes">{minutes}</span>}
      <span className="sr-only">{how}</span>
    </>
  );
  const look = clsx("mark", mark?.state ?? "none");
  return (
    <span className="row" title={how || undefined}>
      {mayWrite ? (
        <Menu
          label={label}
          className={look}
          items={[
            ...states.map((state) => ({
              label: `${m[`staff_attendance_states_${state}`]()} (${state[0]?.toUpperCase() ?? ""})`,
              icon: icons[state],
              onChoose: () => onChoose(state),
            })),
            mark && { label: m.staff_attendance_clear(), icon: "minus" as const, onChoose: () => onChoose(null) },
          ]}
        >
          {words}
        </Menu>
      ) : (
        <span className={look}>{words}</span>
      )}
      {mark?.way === "door" && <Icon name="scan-qr-code" size={14} className="quiet" />}
      {mark?.way === "list" && <Icon name="pencil" size={14} className="quiet" />}
    </span>
  );
}

function BulkBar(props: {
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
    <div className="bulk-marks" role="group" aria-label={m.staff_attendance_chosen({ count: people.length })}>
      <span className="strong">{m.staff_attendance_chosen({ count: people.length })}</span>
      <Select
        label={m.staff_door_session()}
        hideLabel
        value={String(sessionId)}
        options={sessions.map((one) => ({ value: String(one.id), label: date(one.starts_at, "dayMonth") }))}
        onChange={(event) => setSessionId(Number(event.target.value))}
      />
      {states.map((state) => (
        <Button
          key={state}
          size="sm"
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
      <Button size="sm" variant="ghost" onClick={onClose}>
        {m.staff_common_action_cancel()}
      </Button>
    </div>
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

/** Kept in the audit log: the session is long over, or a certificate was issued. */
function ReasonDialog(props: { isBusy: boolean; onClose(): void; onSave(reason: string): void }) {
  const [reason, setReason] = useState("");
  return (
    <Dialog
      size="sm"
      title={m.staff_attendance_reason_title()}
      onClose={props.onClose}
      onSubmit={() => props.onSave(reason)}
      actions={
        <Button type="submit" variant="primary" isBusy={props.isBusy}>
          {m.staff_common_action_save()}
        </Button>
      }
    >
      <p>{m.staff_attendance_reason_text()}</p>
      <TextField
        label={m.staff_attendance_reason()}
        required
        autoFocus
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
