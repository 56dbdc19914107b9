import { clsx } from "clsx/lite";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { formatTypedDate, parseTypedDate } from "#i18n/typed-date.ts";
import type DateRangePicker from "./date-range-picker.tsx";
import { FieldMessage } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface TypedRange {
  from: string;
  to: string;
}

export interface DateRangeFieldProps {
  locale: "en" | "ar";
  value: TypedRange;
  onChange: (value: TypedRange) => void;
  names: TypedRange;
  /** Error shown below the box, with the input it belongs to. */
  error?: { of: keyof TypedRange; message: string } | null;
  label: string;
  labels: {
    from: string;
    to: string;
    format: string;
    open: string;
    clear: string;
    apply: string;
    previous: string;
    next: string;
  };
}

const loadPicker = () => import("./date-range-picker.tsx");
const doNothing = () => () => {};

/** Two dates, typed day first or selected in a calendar. The calendar code is loaded on demand. */
export function DateRangeField({ locale, value, onChange, names, error, label, labels }: DateRangeFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasScript = useSyncExternalStore(
    doNothing,
    () => true,
    () => false,
  );
  const [isOpen, setOpen] = useState(false);
  const [Picker, setPicker] = useState<typeof DateRangePicker>();

  // React Aria restores the focus one frame after closing, and a key pressed meanwhile would be lost. The calendar is
  // gone when this runs. Focus that has moved elsewhere is left alone.
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = button.current;
    return () => {
      if (document.activeElement === document.body) opener?.focus();
    };
  }, [isOpen]);

  async function open() {
    button.current?.focus();
    try {
      const picker = Picker ?? (await loadPicker()).default;
      setPicker(() => picker);
      setOpen(true);
    } catch {
      // Without the calendar the dates can still be typed.
      box.current?.querySelector("input")?.focus();
    }
  }
  function normalizePart(part: keyof TypedRange) {
    const date = parseTypedDate(value[part]);
    if (date) onChange({ ...value, [part]: formatTypedDate(date) });
  }
  const renderInput = (part: keyof TypedRange) => (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={14}
      name={names[part]}
      aria-label={labels[part]}
      aria-invalid={error?.of === part || undefined}
      aria-describedby={error?.of === part ? `${id}-error` : undefined}
      placeholder={labels.format}
      value={value[part]}
      onChange={(event) => onChange({ ...value, [part]: event.target.value })}
      onBlur={() => normalizePart(part)}
      onKeyDown={(event) => {
        if (event.altKey && event.key === "ArrowDown") void open();
      }}
      className="h-11 w-[5.9rem] max-w-full min-w-0 bg-transparent px-px outline-none"
    />
  );
  const [first, last] = [parseTypedDate(value.from), parseTypedDate(value.to)];
  const [start, end] = first && last && first > last ? [last, first] : [first, last];
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[.45rem]">
      <div
        ref={box}
        role="group"
        aria-label={label}
        className="control has-[[aria-invalid=true]]:border-danger! flex min-h-12 flex-wrap items-center gap-1.5 py-0! ps-3.5! pe-1! tabular-nums"
      >
        <Icon name="calendar-days" className="me-1.5 text-ink-3" />
        {/* Stacked on the narrowest screens and with large text. */}
        <span className="flex min-w-[5.9rem] flex-1 flex-wrap items-center gap-x-1.5">
          {renderInput("from")}
          <span aria-hidden="true" className="text-ink-3">
            –
          </span>
          {renderInput("to")}
        </span>
        <button
          ref={button}
          type="button"
          aria-label={labels.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={() => void loadPicker().catch(doNothing)}
          onFocus={() => void loadPicker().catch(doNothing)}
          onClick={() => void open()}
          className={clsx(
            "ms-auto grid size-11 flex-none place-items-center rounded-control text-ink-2 hover:text-ink",
            !hasScript && "invisible",
          )}
        >
          <Icon name="chevron-down" size="sm" />
        </button>
      </div>
      {error && <FieldMessage id={`${id}-error`}>{error.message}</FieldMessage>}
      {isOpen && Picker && (
        <Picker
          locale={locale}
          anchor={box}
          value={start && end ? { from: start, to: end } : null}
          initialDay={start ?? end}
          label={label}
          labels={labels}
          onClose={() => setOpen(false)}
          onChoose={(range) => {
            onChange({ from: formatTypedDate(range?.from ?? null), to: formatTypedDate(range?.to ?? null) });
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
