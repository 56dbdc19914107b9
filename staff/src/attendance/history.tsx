import { useQuery } from "@tanstack/react-query";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { StaffReply } from "../api-types.ts";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import type { Person } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";

type Change = StaffReply<"GET /api/staff/runs/:id/attendance/history">["changes"][number];

const useHistory = (runId: number) => useQuery(staffQuery("GET /api/staff/runs/:id/attendance/history", { id: runId }));

/** Formats the mark before or after a change. */
function markLabel(mark: Change["from"]): string {
  if (!mark) return m.staff_attendance_not_noted();
  const label = m[`staff_attendance_states_${mark.state}`]();
  return mark.lateMinutes === null ? label : `${label} ${m.staff_attendance_minutes({ count: mark.lateMinutes })}`;
}

const wayLabel = ({ from, to }: Change): string | null => {
  const way = (to ?? from)?.way;
  return way ? m[`staff_attendance_ways_${way}`]() : null;
};

/** Shows changes that were saved together in one line. */
function HistoryLine({ changes: [first, ...rest] }: { changes: readonly Change[] }) {
  const { date, joinWithCommas, moment } = useFormats();
  if (!first) return null;
  const day = first.sessionAt && date(first.sessionAt, "dayMonth");
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5 last:border-0">
      <time dateTime={first.changedAt} className="text-ink-3">
        {moment(first.changedAt)}
      </time>
      <span>
        <bdi className="font-medium">{first.changedBy ?? "–"}</bdi>{" "}
        {rest.length > 0 ? (
          joinWithCommas(m.staff_attendance_history_many({ count: rest.length + 1 }), day, wayLabel(first))
        ) : (
          <>
            <bdi>{first.name ?? m.staff_door_no_name()}</bdi>
            {day && `, ${day}`}: <del>{markLabel(first.from)}</del> <ins>{markLabel(first.to)}</ins>{" "}
            <span className="text-ink-3">{wayLabel(first)}</span>
          </>
        )}
        {first.undoneAt && <span className="text-warning"> {m.staff_attendance_history_undone()}</span>}
      </span>
    </li>
  );
}

const maxLinesInCard = 4;

/** The latest changes to the attendance of a run. Changes that were saved together share a line. */
export function HistoryCard({ runId, onAll }: { runId: number; onAll(): void }) {
  const { data } = useHistory(runId);
  const changeGroups = [...Map.groupBy(data?.changes ?? [], ({ key }) => key).values()];
  return (
    <Panel
      title={m.staff_attendance_history()}
      action={
        changeGroups.length > maxLinesInCard && (
          <Button size="sm" variant="ghost" onClick={onAll}>
            {m.staff_attendance_history_all({ count: data?.changes.length ?? 0 })}
          </Button>
        )
      }
    >
      {data && changeGroups.length === 0 && <p className="text-ink-3">{m.staff_attendance_history_none()}</p>}
      <ol>
        {changeGroups.slice(0, maxLinesInCard).map((changes) => (
          <HistoryLine key={changes[0]?.id} changes={changes} />
        ))}
      </ol>
    </Panel>
  );
}

/** Lists every change to the attendance, of all people or of one person. */
export function HistoryDialog({ runId, person, onClose }: { runId: number; person: Person | null; onClose(): void }) {
  const { data, error, refetch } = useHistory(runId);
  const failure = getFailure({ data, error });
  const changes = data?.changes.filter((change) => person === null || change.enrolmentId === person.id);
  return (
    <Dialog
      size="md"
      title={
        person
          ? m.staff_attendance_history_of({ name: isolate(person.name ?? m.staff_door_no_name()) })
          : m.staff_attendance_history()
      }
      onClose={onClose}
    >
      {failure ? <Failed error={failure} onRetry={() => void refetch()} /> : !changes && <LoadingState lines={4} />}
      {changes?.length === 0 && <p className="text-ink-3">{m.staff_attendance_history_none()}</p>}
      <ol>
        {changes?.map((change) => (
          <HistoryLine key={change.id} changes={[change]} />
        ))}
      </ol>
    </Dialog>
  );
}
