import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { LeftOutReason } from "../../../src/features/learning/participants/participants.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, StaffApiError, uploadStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { Chip } from "../parts/chip.tsx";
import { toTime } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { ImportTable } from "./import-table.tsx";
import { countPeople, preselectCertainMatches, toWriteInput, type Choices } from "./participants-import.ts";
import type { Preview, Session } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

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

/** Imports the participant file of Zoom or Teams. Staff check the matches before anything is written. */
export function ImportDialog({ sessions, hasTimes, onClose }: ImportProps) {
  const { date, joinWithCommas } = useFormats();
  const notify = useNotify();
  const client = useQueryClient();
  const [sessionId, setSessionId] = useState(String(sessions.at(-1)?.id ?? ""));
  /** Kept to be read again when another session is selected. */
  const [file, setFile] = useState<File | null>(null);
  const readController = useRef<AbortController>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  /** Added to all times of the file, if the account that exported it was not set to Riyadh's time. */
  const [shiftHours, setShiftHours] = useState(0);
  const [choices, setChoices] = useState<Choices>({});
  const [problem, setProblem] = useState<string | null>(null);
  /** Null until the server requires a reason. */
  const [reason, setReason] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  /** The same for each attempt, so that the server writes an import only once. */
  const [key] = useState(() => crypto.randomUUID() as string);

  /**
   * Runs `work` and shows its error. Once `signal` is aborted, a newer call has replaced this one, and its error is
   * ignored.
   */
  const attempt = async (work: () => Promise<void>, signal?: AbortSignal) => {
    setPending(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof StaffApiError)) throw error;
      if (error.fields["reason"]) setReason((current) => current ?? "");
      setProblem(Object.values(error.fields)[0]?.[0] ?? error.message);
    } finally {
      if (!signal?.aborted) setPending(false);
    }
  };
  /** Reads a file for a session. Aborts a read that is still running. */
  const read = (file: File, sessionId: string) => {
    readController.current?.abort();
    const { signal } = (readController.current = new AbortController());
    setPreview(null);
    return attempt(async () => {
      const name = `POST /api/staff/run-sessions/${sessionId}/participants/preview`;
      const options = { onProgress: () => {}, signal };
      const newPreview = await uploadStaff(
        name as "POST /api/staff/run-sessions/:id/participants/preview",
        file,
        options,
      );
      setPreview(newPreview);
      setShiftHours(0);
      setChoices(preselectCertainMatches(newPreview.people));
    }, signal);
  };
  const chooseSession = (id: string) => {
    setSessionId(id);
    if (file) void read(file, id);
  };
  const write = () =>
    attempt(async () => {
      if (!preview) return;
      const result = await callStaff("POST /api/staff/run-sessions/:id/participants", {
        id: sessionId,
        key,
        people: toWriteInput(preview.people, choices, shiftHours),
        ...(reason && { reason }),
      });
      await client.invalidateQueries({ queryKey: ["staff"] });
      notify(m.staff_attendance_imported({ changed: result.changed, kept: result.kept }), { type: "success" });
      onClose();
    });
  const { count, guesses, leftOut } = countPeople(preview?.people ?? [], choices);
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
        options={sessions.map((session) => ({
          value: String(session.id),
          label: joinWithCommas(date(session.startsAt, "dayMonth"), hasTimes ? toTime(session.startsAt) : null),
        }))}
        onChange={(event) => chooseSession(event.target.value)}
      />
      <label className="grid gap-1.5">
        <span className="font-medium">{m.staff_attendance_file()}</span>
        <input
          type="file"
          accept=".csv,text/csv,.txt"
          onClick={(event) => {
            // Otherwise selecting the same, corrected file would not fire a change event.
            event.currentTarget.value = "";
          }}
          onChange={(event) => {
            const [chosenFile] = event.target.files ?? [];
            if (!chosenFile) return;
            setFile(chosenFile);
            void read(chosenFile, sessionId);
          }}
        />
        <span className="text-sm text-ink-3">{m.staff_attendance_file_hint()}</span>
      </label>
      {preview && (
        <>
          <p className="text-sm text-ink-3">
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
          <div className="flex flex-wrap items-center gap-2">
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
          <ImportTable preview={preview} choices={choices} shiftHours={shiftHours} onChoose={setChoices} />
          <p className="text-sm">
            {m.staff_attendance_lines_read({
              count: preview.file.rows,
              merged: preview.file.merged,
              leftOut: preview.file.leftOut.reduce((sum, { count }) => sum + count, 0),
            })}
            {preview.file.leftOut.map(({ reason, count }) => (
              <SecondLine key={reason}>
                {reasonLabels[reason]()}: {count}
              </SecondLine>
            ))}
          </p>
          <Alert>
            {m.staff_attendance_import_rule({
              from: toTime(preview.session.startsAt),
              to: toTime(preview.session.endsAt),
              minutes: preview.session.presentFrom,
            })}
          </Alert>
          {reason !== null && (
            <TextField
              label={m.staff_common_reason()}
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

/** Warns that the times of the file barely overlap the session. Offers the session or the shift that fits. */
function TimesHint({ hint, shiftHours, sessions, onSession, onShift }: TimesHintProps) {
  const { date, joinWithCommas } = useFormats();
  const session = sessions.find(({ id }) => id === hint.sessionId);
  const hours = hint.shiftHours;
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
      <p>{m.staff_attendance_times_of({ days: joinWithCommas(...hint.days.map((day) => date(day, "full"))) })}</p>
      {session && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => onSession(session.id)}>
          {m.staff_attendance_use_session({
            session: joinWithCommas(date(session.startsAt, "dayMonth"), toTime(session.startsAt)),
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
