import { useState } from "react";
import { m } from "../messages.ts";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { normalizeText } from "../parts/search-text.ts";
import { splitAtMatch, isCheckedIn, findMark } from "./decide.ts";
import { Hint, rowClass, rowNameClass, SellSeat } from "./door-parts.tsx";
import type { DoorRow } from "./door-store.ts";
import { useDoorFormats } from "./use-door-formats.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

interface SearchProps {
  rows: readonly DoorRow[];
  total: number;
  runId: number;
  sessionId: number;
  hasCamera: boolean;
  onBack(): void;
  onCheckIn(row: DoorRow): void;
}

/** Finds people of the run by name, SCFHS number or the code under their ticket. */
export function Search({ rows, total, runId, sessionId, hasCamera, onBack, onCheckIn }: SearchProps) {
  const { time } = useDoorFormats();
  const [text, setText] = useState("");
  const query = normalizeText(text).trim();
  const compactQuery = query.replaceAll(/[\s-]/g, "");
  const matches = rows.filter(
    (row) =>
      normalizeText(`${row.name ?? ""} ${row.name_other ?? ""}`).includes(query) ||
      [row.code, row.scfhs_number].some((number) =>
        normalizeText(number).replaceAll(/[\s-]/g, "").includes(compactQuery),
      ),
  );
  return (
    <section
      className="flex min-h-0 flex-1 flex-col bg-white px-door py-4"
      aria-label={m.staff_common_search_by_name()}
    >
      {!hasCamera && (
        <Hint icon="camera" isUrgent>
          {m.staff_door_no_camera()}
        </Hint>
      )}
      <div className="relative">
        <Icon name="search" size={20} className="absolute inset-y-0 start-3.5 my-auto text-ink-3" />
        <input
          className="min-h-12 w-full rounded-xl border border-line-2 ps-11 pe-3.5 text-[1rem]"
          type="search"
          autoFocus
          aria-label={m.staff_door_search_label()}
          placeholder={m.staff_door_search_label()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="text-sm text-ink-3 pt-3 pb-1" role="status">
        {m.staff_door_found({ count: matches.length, total })}
      </p>
      <ul className="flex-1 overflow-y-auto">
        {matches.map((row) => {
          const mark = findMark(row, sessionId);
          return (
            <li key={row.id} className={rowClass}>
              <Initial name={row.name ?? ""} className="size-10! text-sm!" />
              <span className={rowNameClass}>
                <span className="font-medium">
                  <Highlighted text={row.name ?? m.staff_door_no_name()} query={query} />
                </span>
                {row.name_other && (
                  <SecondLine>
                    <Highlighted text={row.name_other} query={query} />
                  </SecondLine>
                )}
                <SecondLine>
                  {row.scfhs_number ? (
                    <bdi dir="ltr">{`…${row.scfhs_number.slice(-4)}`}</bdi>
                  ) : (
                    // The text is "No SCFHS number".
                    m.staff_certificates_states_scfhs()
                  )}
                  {" · "}
                  {m.staff_door_seat({ seat: row.seat, order: row.orderId })}
                </SecondLine>
              </span>
              {mark && isCheckedIn(row, sessionId) ? (
                <span className="inline-flex items-center gap-1.5 rounded-full bg-success-tint px-3 py-1 whitespace-nowrap text-success">
                  <Icon name="check" size={16} />
                  {m.staff_door_in_at({ time: time(mark.markedAt) })}
                </span>
              ) : (
                <Button variant="primary" size="lg" onClick={() => onCheckIn(row)}>
                  {m.staff_door_let_in_short()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <footer className="grid gap-2.5 border-t border-line pt-3">
        <Hint icon="id-card">{m.staff_door_look_at_id()}</Hint>
        {matches.length === 0 && <SellSeat runId={runId} />}
        <Button variant="secondary" size="lg" icon="camera" onClick={onBack}>
          {m.staff_door_back()}
        </Button>
      </footer>
    </section>
  );
}

/** A name with the match highlighted. */
function Highlighted({ text, query }: { text: string; query: string }) {
  const [before, match, after] = splitAtMatch(text, query);
  return (
    <bdi>
      {before}
      {match && <mark className="rounded-xs bg-warning-tint text-inherit">{match}</mark>}
      {after}
    </bdi>
  );
}
