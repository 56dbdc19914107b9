import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  attendedMinutes,
  shiftVisit,
  type LeftOutReason,
  type Visit,
} from "../../../src/features/learning/participants/participants.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, StaffApiError, uploadStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { Chip } from "../parts/chip.tsx";
import { timeOf } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import type { Preview, Session } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";

interface ImportProps {
  sessions: readonly Session[];
  hasTimes: boolean;
  onClose(): void;
}

const reasonLabels: Record<LeftOutReason, () => string> = {
  "waiting-room": m.staff_attendance_left_out_waiting_room,
  "not-attended": m.staff_attendance_left_out_not_attended,
  "no-time": m.staff_attendance_left_out_no_time,
  "no-name": m.staff_attendance_left_out_no_name,
};

type FilePerson = Preview["people"][number];

/** Visits of a person, all moved by some hours. */
const movedVisits = ({ visits }: FilePerson, hours: number): Visit[] =>
  visits.map(({ from, to }) => shiftVisit({ from: Date.parse(from), to: Date.parse(to) }, hours));

/** The file of participants of Zoom or Teams: whom it names is looked at before anything is written. */
export function ImportDialog({ sessions, hasTimes, onClose }: ImportProps) {
  const { date, facts } = useFormats();
  const notify = useNotify();
  const client = useQueryClient();
  const [sessionId, setSessionId] = useState(String(sessions.at(-1)?.id ?? ""));
  /** Kept: it is read again for another session. */
  const [file, setFile] = useState<File | null>(null);
  const reading = useRef<AbortController>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  /** By which all times of the file are moved: its account's clock was not Riyadh's. */
  const [shiftHours, setShiftHours] = useState(0);
  /** Whom staff have chosen for a line, by its place; `0` for no one. */
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const [problem, setProblem] = useState<string | null>(null);
  /** Null until the server asks for one. */
  const [reason, setReason] = useState<string | null>(null);
  const [isPending, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID() as string);

  /** `signal`: work that newer work has replaced says nothing. */
  const attempt = async (work: () => Promise<void>, signal?: AbortSignal) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof StaffApiError)) throw error;
      if (error.fields["reason"]) setReason((given) => given ?? "");
      setProblem(Object.values(error.fields)[0]?.[0] ?? error.message);
    } finally {
      if (!signal?.aborted) setBusy(false);
    }
  };
  /** Reads a file for a session; a reading that has not ended is dropped. */
  const read = (file: File, sessionId: string) => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    setPreview(null);
    return attempt(async () => {
      const name = `POST /api/staff/run-sessions/${sessionId}/participants/preview`;
      const options = { onProgress: () => {}, signal };
      const next = await uploadStaff(name as "POST /api/staff/run-sessions/:id/participants/preview", file, options);
      setPreview(next);
      setShiftHours(0);
      // A guess is not written until someone has agreed to it.
      setChosen(
        Object.fromEntries(
          next.people.map((person, at) => [at, person.match === "email" ? (person.enrolment_id ?? 0) : 0]),
        ),
      );
    }, signal);
  };
  const chooseSession = (id: string) => {
    setSessionId(id);
    if (file) void read(file, id);
  };
  const write = () =>
    attempt(async () => {
      if (!preview) return;
      const people = preview.people.flatMap((person, at) => {
        const enrolment_id = chosen[at] ?? 0;
        const { untimed_minutes } = person;
        const visits = movedVisits(person, shiftHours).map(({ from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        }));
        return enrolment_id > 0 ? [{ enrolment_id, visits, untimed_minutes }] : [];
      });
      const done = await callStaff("POST /api/staff/run-sessions/:id/participants", {
        id: sessionId,
        key,
        people,
        ...(reason && { reason }),
      });
      await client.invalidateQueries({ queryKey: ["staff"] });
      notify(m.staff_attendance_imported({ changed: done.changed, kept: done.kept }), { type: "success" });
      onClose();
    });
  const count = Object.values(chosen).filter((id) => id > 0).length;
  const guesses = preview?.people.filter((one, at) => one.match === "name" && !chosen[at]).length ?? 0;
  const leftOut = (preview?.people.length ?? 0) - count - guesses;
  const unread = preview?.file.left_out.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const minutesOf = (person: FilePerson): number => {
    if (!preview) return 0;
    const { starts_at, ends_at } = preview.session;
    const span = { from: Date.parse(starts_at), to: Date.parse(ends_at) };
    return attendedMinutes([{ visits: movedVisits(person, shiftHours), minutes: person.untimed_minutes }], span);
  };
  return (
    <Dialog
      size="lg"
      title={m.staff_attendance_import()}
      onClose={onClose}
      isWaiting={isPending}
      actions={
        preview && (
          <Button variant="primary" isPending={isPending} disabled={count === 0} onClick={() => void write()}>
            {m.staff_attendance_write({ count })}
          </Button>
        )
      }
    >
      {problem && (
        <Alert tone="danger" isUrgent>
          {problem}
        </Alert>
      )}
      <Select
        label={m.staff_door_session()}
        value={sessionId}
        options={sessions.map((one) => ({
          value: String(one.id),
          label: facts(date(one.starts_at, "dayMonth"), hasTimes ? timeOf(one.starts_at) : null),
        }))}
        onChange={(event) => chooseSession(event.target.value)}
      />
      <label className="grid gap-1.5">
        <span className="strong">{m.staff_attendance_file()}</span>
        <input
          type="file"
          accept=".csv,text/csv,.txt"
          onClick={(event) => {
            // Else the same file, corrected meanwhile, is no change.
            event.currentTarget.value = "";
          }}
          onChange={(event) => {
            const [chosenFile] = event.target.files ?? [];
            if (!chosenFile) return;
            setFile(chosenFile);
            void read(chosenFile, sessionId);
          }}
        />
        <span className="small quiet">{m.staff_attendance_file_hint()}</span>
      </label>
      {preview && (
        <>
          <p className="small quiet">
            <bdi>{preview.file.name}</bdi>, {preview.file.encoding}
          </p>
          {preview.hint && (
            <TimesHint
              hint={preview.hint}
              shiftHours={shiftHours}
              sessions={sessions}
              onSession={(id) => chooseSession(String(id))}
              onShift={setShiftHours}
            />
          )}
          <div className="row">
            <Chip tone="good" icon="check">
              {m.staff_attendance_matched({ count })}
            </Chip>
            {guesses > 0 && (
              <Chip tone="attention" icon="circle-question-mark">
                {m.staff_attendance_to_decide({ count: guesses })}
              </Chip>
            )}
            {leftOut > 0 && <Chip icon="minus">{m.staff_attendance_left_out({ count: leftOut })}</Chip>}
          </div>
          <div className="overflow-x-auto">
            <table className="table">
              <caption className="sr-only">{m.staff_attendance_import()}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.staff_attendance_in_file()}</th>
                  <th scope="col">{m.staff_attendance_on_roster()}</th>
                  <th scope="col" className="text-end">
                    {m.staff_attendance_result()}
                  </th>
                  <th scope="col">{m.staff_attendance_state()}</th>
                </tr>
              </thead>
              <tbody>
                {preview.people.map((person, at) => {
                  const id = chosen[at] ?? 0;
                  const known = preview.roster.find((one) => one.id === id);
                  const minutes = minutesOf(person);
                  const isPresent = minutes >= preview.session.present_from;
                  const guess = person.match === "name" && id === 0;
                  return (
                    <tr key={`${person.email} ${person.name}`}>
                      <th scope="row">
                        <bdi>{person.name || person.email}</bdi>
                        {person.name && person.email && (
                          <span className="second-line">
                            <bdi>{person.email}</bdi>
                          </span>
                        )}
                      </th>
                      <td>
                        <Select
                          label={m.staff_attendance_on_roster()}
                          hideLabel
                          value={String(id)}
                          options={[
                            { value: "0", label: m.staff_attendance_no_one() },
                            ...preview.roster.map((one) => ({
                              value: String(one.id),
                              label: one.name ?? m.staff_door_no_name(),
                            })),
                          ]}
                          onChange={(event) => setChosen({ ...chosen, [at]: Number(event.target.value) })}
                        />
                        {guess && person.enrolment_id !== null && (
                          <Button
                            size="sm"
                            variant="ghost"
                            onClick={() => setChosen({ ...chosen, [at]: person.enrolment_id ?? 0 })}
                          >
                            {m.staff_attendance_guess({
                              name: preview.roster.find((one) => one.id === person.enrolment_id)?.name ?? "",
                            })}
                          </Button>
                        )}
                      </td>
                      <td className="text-end tabular-nums whitespace-nowrap">
                        {m.staff_attendance_of_minutes({ count: minutes, total: preview.session.minutes })}
                      </td>
                      <td>
                        {known?.is_kept ? (
                          <Chip icon="pencil">{m.staff_attendance_kept()}</Chip>
                        ) : guess ? (
                          <Chip tone="attention" icon="circle-question-mark">
                            {m.staff_attendance_our_guess()}
                          </Chip>
                        ) : id === 0 ? (
                          <Chip icon="minus">{m.staff_attendance_no_one()}</Chip>
                        ) : isPresent ? (
                          <Chip tone="good" icon="check">
                            {m.staff_attendance_states_present()}
                          </Chip>
                        ) : (
                          <Chip tone="wrong" icon="x">
                            {m.staff_attendance_states_absent()}
                          </Chip>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <p className="small">
            {m.staff_attendance_lines_read({ count: preview.file.rows, merged: preview.file.merged, leftOut: unread })}
            {preview.file.left_out.map(({ reason, count }) => (
              <span key={reason} className="second-line">
                {reasonLabels[reason]()}: {count}
              </span>
            ))}
          </p>
          <Alert>
            {m.staff_attendance_import_rule({
              from: timeOf(preview.session.starts_at),
              to: timeOf(preview.session.ends_at),
              minutes: preview.session.present_from,
            })}
          </Alert>
          {reason !== null && (
            <TextField
              label={m.staff_attendance_reason()}
              hint={m.staff_attendance_reason_text()}
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface TimesHintProps {
  hint: NonNullable<Preview["hint"]>;
  shiftHours: number;
  sessions: readonly Session[];
  onSession: (id: number) => void;
  onShift: (hours: number) => void;
}

/** The times of the file hardly touch the session: says their day and offers what fits. */
function TimesHint({ hint, shiftHours, sessions, onSession, onShift }: TimesHintProps) {
  const { date, facts } = useFormats();
  const session = sessions.find(({ id }) => id === hint.session_id);
  const hours = hint.shift_hours;
  if (hours !== null && shiftHours === hours)
    return (
      <Alert
        actions={
          <Button variant="secondary" size="sm" onClick={() => onShift(0)}>
            {m.staff_common_action_undo()}
          </Button>
        }
      >
        {m.staff_attendance_times_moved()}
      </Alert>
    );
  return (
    <Alert tone="warning" isUrgent>
      <p>{m.staff_attendance_times_of({ days: facts(...hint.days.map((day) => date(day, "full"))) })}</p>
      {session && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => onSession(session.id)}>
          {m.staff_attendance_use_session({
            session: facts(date(session.starts_at, "dayMonth"), timeOf(session.starts_at)),
          })}
        </Button>
      )}
      {hours !== null && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => onShift(hours)}>
          {hours > 0 ? m.staff_attendance_move_later() : m.staff_attendance_move_earlier()}
        </Button>
      )}
    </Alert>
  );
}
