import { useState, type KeyboardEvent } from "react";
import { m } from "../messages.ts";
import { Kbd } from "../parts/kbd.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { callStaff } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Panel } from "../parts/panel.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useCan } from "../frame/session.ts";
import type { Order } from "./types.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

/** Lists the internal notes, which cannot be edited, and adds one by button or Ctrl + Enter. */
export function NotesCard({ order, onChange }: { order: Order; onChange(): void }) {
  const can = useCan();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const addNote = async () => {
    if (text.trim() === "" || isSaving) return;
    setIsSaving(true);
    setError(null);
    try {
      await callStaff("POST /api/staff/orders/:id/notes", { id: order.id, text });
      setText("");
      onChange();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(failure.message);
    } finally {
      setIsSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void addNote();
  };
  return (
    <Panel title={m.staff_orders_notes()} count={order.notes.length}>
      <div className="grid gap-4">
        {order.notes.length > 0 && (
          <ul className="order-notes grid gap-2.5">
            {order.notes.map((note) => (
              <li
                key={note.id}
                className="flex gap-2.75 rounded-control border border-note-line bg-note px-3.25 py-2.5"
              >
                <Initial name={note.by} />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {note.text ?? <span className="text-ink-3">{m.staff_orders_note_erased()}</span>}
                  </span>
                  <SecondLine>
                    <bdi>{note.by}</bdi> · <DateTime value={note.at} isInText />
                  </SecondLine>
                </span>
              </li>
            ))}
          </ul>
        )}
        {can("orders.note") && (
          <>
            <TextArea
              rows={2}
              label={m.staff_orders_new_note()}
              placeholder={m.staff_orders_only_staff()}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              dir="auto"
              maxLength={2000}
            />
            <Problem>{error}</Problem>
            <span className="flex flex-wrap items-center gap-2">
              <Button
                variant="secondary"
                size="sm"
                isPending={isSaving}
                disabled={text.trim() === ""}
                icon="lock"
                onClick={() => void addNote()}
              >
                {m.staff_orders_add_note()}
              </Button>
              <Kbd>Ctrl Enter</Kbd>
            </span>
          </>
        )}
      </div>
    </Panel>
  );
}
