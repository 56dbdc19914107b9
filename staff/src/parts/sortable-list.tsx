import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { clsx } from "clsx/lite";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { iconButtonClass } from "./button-classes.ts";

/** Returns a copy of the list with an item moved to another position. */
export const moveItem = <Item,>(items: readonly Item[], from: number, to: number): Item[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item);

export interface SortableListProps<Item> {
  items: readonly Item[];
  getKey(item: Item): string | number;
  /** Names an item in the label of its handle and in announcements to screen readers. */
  getName(item: Item): string;
  onChange(items: Item[]): void;
  isReadOnly?: boolean;
  children(item: Item): ReactNode;
}

/**
 * A list that people can put in order: they drag an item by its handle with the mouse or a finger, or press the arrow
 * keys on the handle.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, getKey, getName, onChange, isReadOnly = false, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [draggedKey, setDraggedKey] = useState<string | number | null>(null);
  const [announcement, setAnnouncement] = useState("");

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to === from || to < 0 || to >= items.length) return;
    onChange(moveItem(items, from, to));
    setAnnouncement(m.staff_content_order_moved({ name: getName(item), place: to + 1, total: items.length }));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };
  /** Moves the dragged item past each row whose middle the pointer has passed. */
  const onPointerMove = ({ clientY }: PointerEvent) => {
    const from = items.findIndex((item) => getKey(item) === draggedKey);
    if (from === -1) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const isPast = (index: number) => {
      const { top = 0, height = 0 } = rows[index] ?? {};
      return index < from ? clientY < top + height / 2 : clientY > top + height / 2;
    };
    let to = from;
    while (to > 0 && isPast(to - 1)) to -= 1;
    if (to === from) while (to < items.length - 1 && isPast(to + 1)) to += 1;
    move(from, to);
  };

  return (
    <>
      <ol ref={list} className="grid">
        {items.map((item, index) => (
          <li
            key={getKey(item)}
            className={clsx(
              "flex min-h-13 items-center gap-2 border-line py-1.5 not-first:border-t",
              getKey(item) === draggedKey && "bg-primary-tint",
            )}
          >
            {!isReadOnly && (
              <button
                type="button"
                aria-label={m.staff_content_order_handle({ name: getName(item) })}
                title={m.staff_content_order_hint()}
                className={clsx(iconButtonClass, "cursor-grab touch-none text-ink-3 active:cursor-grabbing")}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDraggedKey(getKey(item));
                }}
                onPointerMove={onPointerMove}
                onLostPointerCapture={() => setDraggedKey(null)}
              >
                <Icon name="grip-vertical" size={18} />
              </button>
            )}
            <span className="w-6 flex-none text-ink-3 tabular-nums">{index + 1}</span>
            <div className="flex min-w-0 flex-1 items-center gap-2">{children(item)}</div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
