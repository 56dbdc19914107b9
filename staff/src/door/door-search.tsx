import { useState } from "react";
import { m } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Icon } from "../parts/icon.tsx";
import { aroundHit, folded, isIn, markAt } from "./decide.ts";
import type { DoorRow } from "./door-store.ts";
import { useDoorFormats } from "./use-door-formats.ts";

interface SearchProps {
  rows: readonly DoorRow[];
  total: number;
  sessionId: number;
  hasCamera: boolean;
  onBack(): void;
  onLetIn(row: DoorRow): void;
}

/** People of the run by name, or by the code under their ticket. */
export function Search({ rows, total, sessionId, hasCamera, onBack, onLetIn }: SearchProps) {
  const { time } = useDoorFormats();
  const [text, setText] = useState("");
  const wanted = folded(text).trim();
  const plain = wanted.replaceAll(/[\s-]/g, "");
  const found = rows.filter(
    (row) =>
      folded(`${row.name ?? ""} ${row.name_other ?? ""}`).includes(wanted) ||
      folded(row.code).replaceAll("-", "").includes(plain),
  );
  return (
    <section className="door-search" aria-label={m.staff_door_search()}>
      {!hasCamera && (
        <p className="door-hint" role="alert">
          <Icon name="camera" size={18} />
          {m.staff_door_no_camera()}
        </p>
      )}
      <div className="door-field">
        <Icon name="search" size={20} />
        <input
          type="search"
          autoFocus
          aria-label={m.staff_door_search_label()}
          placeholder={m.staff_door_search_label()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="small quiet" role="status">
        {m.staff_door_found({ count: found.length, total })}
      </p>
      <ul>
        {found.map((row) => {
          const mark = markAt(row, sessionId);
          return (
            <li key={row.id}>
              <Avatar name={row.name ?? ""} />
              <span>
                <Name name={row.name ?? m.staff_door_no_name()} wanted={wanted} className="strong" />
                {row.name_other && <Name name={row.name_other} wanted={wanted} className="second" />}
                <span className="second">{m.staff_door_seat({ seat: row.seat, order: row.order_id })}</span>
              </span>
              {mark && isIn(row, sessionId) ? (
                <span className="door-chip">
                  <Icon name="check" size={16} />
                  {m.staff_door_in_at({ time: time(mark.marked_at) })}
                </span>
              ) : (
                <Button variant="primary" size="lg" onClick={() => onLetIn(row)}>
                  {m.staff_door_let_in_short()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <footer>
        <p className="door-hint">
          <Icon name="id-card" size={18} />
          {m.staff_door_look_at_id()}
        </p>
        <Button size="lg" icon="camera" onClick={onBack}>
          {m.staff_door_back()}
        </Button>
      </footer>
    </section>
  );
}

function Name({ name, wanted, className }: { name: string; wanted: string; className: string }) {
  const [before, hit, after] = aroundHit(name, wanted);
  return (
    <bdi className={className}>
      {before}
      {hit && <mark>{hit}</mark>}
      {after}
    </bdi>
  );
}
