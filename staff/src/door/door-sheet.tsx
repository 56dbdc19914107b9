import { clsx } from "clsx/lite";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { m } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { findMark } from "./decide.ts";
import { Buttons, Hint, rowClass, rowNameClass } from "./door-parts.tsx";
import type { DoorResult } from "./door-state.ts";
import type { DoorRow, StoredCheckIn } from "./door-store.ts";
import { useDoorFormats } from "./use-door-formats.ts";
import { SecondLine } from "../parts/second-line.tsx";

interface DoorSheetProps {
  sessionId: number;
  checkIns: readonly StoredCheckIn[];
  checkedInRows: readonly DoorRow[];
  /** Number of expected people who have not checked in. */
  missingCount: number;
  undoable: DoorResult | null;
  onUndo(checkIn: DoorResult): void;
  onRefusalSeen(key: string): void;
  onSend(): void;
  onSearch(search: "all" | "missing"): void;
}

/**
 * Shown between two check-ins: refused check-ins, then those still to send or, without any, the last people to arrive.
 */
export function DoorSheet(props: DoorSheetProps) {
  const { sessionId, checkIns, checkedInRows, missingCount, undoable, onUndo, onRefusalSeen, onSend, onSearch } = props;
  const { time } = useDoorFormats();
  const unsent = checkIns.filter(({ refusal }) => refusal === null);
  const refused = checkIns.filter(({ refusal }) => refusal !== null);
  const getMarkedAt = (row: DoorRow) => findMark(row, sessionId)?.markedAt ?? "";
  const latestRows = checkedInRows.toSorted((a, b) => getMarkedAt(b).localeCompare(getMarkedAt(a))).slice(0, 3);
  return (
    <>
      {undoable && (
        <div
          className="mb-2 flex items-center justify-between gap-3 rounded-xl bg-success-tint py-1.5 ps-3.5 pe-2 text-success"
          role="status"
        >
          <span>{m.staff_door_is_in({ name: undoable.checkIn.name ?? m.staff_door_no_name() })}</span>
          <Button variant="secondary" size="sm" icon="undo-2" mirrorsIcon onClick={() => onUndo(undoable)}>
            {m.staff_common_action_undo()}
          </Button>
        </div>
      )}
      <Refused refused={refused} onSeen={onRefusalSeen} />
      {unsent.length > 0 ? (
        <div className="flex items-center justify-between gap-3">
          <h2 className="font-sans text-h4 font-semibold">{m.staff_door_to_send()}</h2>
          <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-tint px-3 py-0.5 font-semibold text-warning">
            <Icon name="hourglass" size={16} />
            {unsent.length}
          </span>
        </div>
      ) : (
        <h2 className="sr-only">{m.staff_door_last()}</h2>
      )}
      <ul>
        {unsent.length > 0
          ? unsent
              .toReversed()
              .slice(0, 3)
              .map((checkIn) => (
                <li key={checkIn.key} className={clsx(rowClass, "last:border-0")}>
                  <Icon name="clock" size={18} className="text-warning" />
                  <bdi className={rowNameClass}>{checkIn.name ?? m.staff_door_no_name()}</bdi>
                  <span className="text-ink-2 tabular-nums">{time(checkIn.input.at)}</span>
                </li>
              ))
          : latestRows.map((row) => (
              <li key={row.id} className={clsx(rowClass, "last:border-0")}>
                <Icon name="circle-check" size={18} className="text-success" />
                <bdi className={rowNameClass}>{row.name ?? m.staff_door_no_name()}</bdi>
                <span className="text-ink-2 tabular-nums">{time(getMarkedAt(row))}</span>
              </li>
            ))}
      </ul>
      {unsent.length > 0 && <Hint icon="info">{m.staff_door_doubles()}</Hint>}
      <Buttons>
        {unsent.length > 0 ? (
          <Button variant="secondary" size="lg" icon="refresh-cw" onClick={() => onSend()}>
            {m.staff_door_send()}
          </Button>
        ) : (
          <Button variant="secondary" size="lg" icon="users" onClick={() => onSearch("missing")}>
            {m.staff_door_not_here({ count: missingCount })}
          </Button>
        )}
        <Button variant="secondary" size="lg" icon="search" onClick={() => onSearch("all")}>
          {m.staff_common_search_by_name()}
        </Button>
      </Buttons>
    </>
  );
}

function Refused({ refused, onSeen }: { refused: readonly StoredCheckIn[]; onSeen(key: string): void }) {
  const { time } = useDoorFormats();
  if (refused.length === 0) return null;
  return (
    <div className="mb-3 rounded-xl bg-danger-tint p-3 text-danger" role="alert">
      <h2 className="font-sans text-h4 font-semibold">{m.staff_door_refused()}</h2>
      <ul>
        {refused.map((checkIn) => (
          <li key={checkIn.key} className={rowClass}>
            <span className={rowNameClass}>
              <bdi className="font-medium">{checkIn.name ?? m.staff_door_no_name()}</bdi>, {time(checkIn.input.at)}
              <SecondLine>{checkIn.refusal}</SecondLine>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${m.staff_door_seen()}: ${isolate(checkIn.name ?? m.staff_door_no_name())}`}
              onClick={() => onSeen(checkIn.key)}
            >
              {m.staff_door_seen()}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
