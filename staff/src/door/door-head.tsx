import { Icon } from "../../../src/ui/icon.tsx";
import { m } from "../messages.ts";
import type { DoorList } from "./door-store.ts";
import { useDoorFormats } from "./use-door-formats.ts";

interface DoorHeadProps {
  runId: number;
  list: DoorList;
  sessionId: number;
  onSession(id: number): void;
  /** People who are checked in. */
  checkedInCount: number;
  /** People who should come. */
  expectedCount: number;
  isLive: boolean;
  /** When the list was loaded, ISO 8601 UTC. */
  readAt: string;
  unsentCount: number;
}

/** Shows course, session, the number of people checked in, and whether the page is connected. */
export function DoorHead({
  runId,
  list,
  sessionId,
  onSession,
  checkedInCount,
  expectedCount,
  isLive,
  readAt,
  unsentCount,
}: DoorHeadProps) {
  const { localized, time, date, joinWithCommas } = useDoorFormats();
  const session = list.sessions.find(({ id }) => id === sessionId);
  const timeLabels = (instant: string) => (list.timesConfirmed ? [time(instant)] : []);
  const dayLabel = (index: number) => m.staff_door_day({ day: index + 1, days: list.sessions.length });
  return (
    <>
      <header className="flex flex-none items-center gap-2 bg-palm-900 px-door py-2 text-white">
        {/* A full page load, because only this page may use the camera. */}
        <a
          className="-ms-2.5 grid size-11 place-items-center"
          href={`/staff/runs/${runId}/attendance`}
          aria-label={m.staff_common_action_close()}
        >
          <Icon name="x" size={24} />
        </a>
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-sans text-h4 font-semibold">{localized(list.name_eng, list.name_ar)}</h1>
          {list.sessions.length > 1 ? (
            // The negative margin offsets the browser's padding, to align it under the name.
            <select
              className="-ms-1 min-h-8 max-w-full bg-transparent text-palm-200 *:text-ink"
              aria-label={m.staff_door_session()}
              value={sessionId}
              onChange={(event) => onSession(Number(event.target.value))}
            >
              {list.sessions.map((session, index) => (
                <option key={session.id} value={session.id}>
                  {joinWithCommas(dayLabel(index), date(session.startsAt), ...timeLabels(session.startsAt))}
                </option>
              ))}
            </select>
          ) : (
            <p>{session && joinWithCommas(date(session.startsAt), ...timeLabels(session.startsAt))}</p>
          )}
        </div>
      </header>
      <div className="flex flex-none items-center gap-3 bg-palm-900 px-door pt-1 pb-3 whitespace-nowrap text-palm-200">
        <p>
          <strong className="font-display text-[1.4rem] leading-none font-normal text-white">{checkedInCount}</strong>{" "}
          {m.staff_door_of_in({ total: expectedCount })}
        </p>
        <progress
          className="h-1.5 min-w-8 flex-1 appearance-none overflow-hidden rounded-full bg-[#2b4b47] [&::-moz-progress-bar]:bg-on-band [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-on-band"
          max={Math.max(1, expectedCount)}
          value={checkedInCount}
          aria-label={m.staff_door_progress()}
        />
        <p role="status" className="inline-flex items-center gap-1.5">
          <Icon name={isLive ? "wifi" : "wifi-off"} size={16} /> {isLive ? m.staff_door_live() : m.staff_door_offline()}
        </p>
      </div>
      {!isLive && (
        <div className="flex flex-none gap-3 bg-warning-tint px-door py-3 text-warning" role="status">
          <Icon name="cloud-off" size={20} />
          <div>
            <p className="font-medium">{m.staff_door_no_connection()}</p>
            <p>{m.staff_door_kept({ time: time(readAt), count: unsentCount })}</p>
          </div>
        </div>
      )}
    </>
  );
}
