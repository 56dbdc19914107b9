import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, StaffApiError, uploadStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Alert } from "../parts/alert.tsx";
import { Chip } from "../parts/chip.tsx";
import { timeOf } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import type { Preview, Session } from "./types.ts";

interface ImportProps {
  sessions: readonly Session[];
  hasTimes: boolean;
  onClose(): void;
}

/** The file of participants of Zoom or Teams: whom it names is looked at before anything is written. */
export function ImportDialog({ sessions, hasTimes, onClose }: ImportProps) {
  const { date, facts } = useFormats();
  const notify = useNotify();
  const client = useQueryClient();
  const [sessionId, setSessionId] = useState(String(sessions.at(-1)?.id ?? ""));
  const [preview, setPreview] = useState<Preview | null>(null);
  /** Whom staff have chosen for a line, by its place; `0` for no one. */
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const [problem, setProblem] = useState<string | null>(null);
  /** Null until the server asks for one. */
  const [reason, setReason] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID() as string);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      if (error.fields["reason"]) setReason((given) => given ?? "");
      setProblem(Object.values(error.fields)[0]?.[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const read = (file: File) =>
    attempt(async () => {
      const name = `POST /api/staff/run-sessions/${sessionId}/participants/preview`;
      const options = { onProgress: () => {}, signal: new AbortController().signal };
      const next = await uploadStaff(name as "POST /api/staff/run-sessions/:id/participants/preview", file, options);
      setPreview(next);
      // A guess is not written until someone has agreed to it.
      setChosen(
        Object.fromEntries(
          next.people.map((person, at) => [at, person.match === "email" ? (person.enrolment_id ?? 0) : 0]),
        ),
      );
    });
  const write = () =>
    attempt(async () => {
      if (!preview) return;
      const people = preview.people.flatMap(({ visits, untimed_minutes }, at) => {
        const enrolment_id = chosen[at] ?? 0;
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
  return (
    <Dialog
      size="lg"
      title={m.staff_attendance_import()}
      onClose={onClose}
      isWaiting={isBusy}
      actions={
        preview && (
          <Button variant="primary" isBusy={isBusy} disabled={count === 0} onClick={() => void write()}>
            {m.staff_attendance_write({ count })}
          </Button>
        )
      }
    >
      {problem && (
        <Alert tone="wrong" isUrgent>
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
        onChange={(event) => {
          setSessionId(event.target.value);
          setPreview(null);
        }}
      />
      <label className="grid gap-1.5">
        <span className="strong">{m.staff_attendance_file()}</span>
        <input
          type="file"
          accept=".csv,text/csv,.txt"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void read(file);
          }}
        />
        <span className="small quiet">{m.staff_attendance_file_hint()}</span>
      </label>
      {preview && (
        <>
          <p className="small quiet">
            <bdi>{preview.file.name}</bdi>, {m.staff_attendance_lines({ count: preview.file.lines })},{" "}
            {preview.file.encoding}
          </p>
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
                  const isPresent = person.minutes >= preview.session.present_from;
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
                        {m.staff_attendance_of_minutes({ count: person.minutes, total: preview.session.minutes })}
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
