import { useEffect, useState } from "react";
import { FieldMessage } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface QuantityBoxProps {
  value: number;
  /** A higher value is reduced to this one, and `overMessage` is shown for two seconds. */
  max: number;
  /** Called with 0 to remove the line. */
  onChange: (quantity: number) => void;
  labels: { quantity: string; less: string; more: string };
  overMessage: (max: number) => string;
  isDisabled?: boolean;
}

const overMs = 2000;

/** Accepts digits only. Commits on blur or Enter. */
export function QuantityBox({ value, max, onChange, labels, overMessage, isDisabled }: QuantityBoxProps) {
  const [draft, setDraft] = useState<string>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setOver(false), overMs);
    return () => clearTimeout(timer);
  }, [isOver]);

  function setQuantity(quantity: number) {
    setDraft(undefined);
    if (quantity > max) setOver(true);
    const allowed = Math.min(quantity, max);
    // If nothing is left to buy, the line stays and says so until the visitor removes it.
    if (allowed >= 0 && allowed !== value && (allowed > 0 || quantity === 0)) onChange(allowed);
  }
  const commit = () => draft !== undefined && setQuantity(draft === "" ? value : Number(draft));
  const stepClass = "grid size-[42px] place-items-center disabled:opacity-40";
  return (
    <div className="inline-grid justify-items-start gap-1.5">
      <div
        role="group"
        aria-label={labels.quantity}
        className="inline-flex h-11 items-center rounded-control border border-line-2"
      >
        <button
          type="button"
          className={stepClass}
          aria-label={labels.less}
          disabled={isDisabled}
          onClick={() => setQuantity(value - 1)}
        >
          <Icon name="minus" size="sm" />
        </button>
        <input
          inputMode="numeric"
          dir="ltr"
          aria-label={labels.quantity}
          aria-invalid={isOver || undefined}
          disabled={isDisabled}
          value={draft ?? value}
          onChange={(event) => setDraft(event.target.value.replace(/\D/g, "").slice(0, 3))}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), commit())}
          className="w-10 bg-transparent text-center! tabular-nums"
        />
        <button
          type="button"
          className={stepClass}
          aria-label={labels.more}
          disabled={isDisabled}
          onClick={() => setQuantity(value + 1)}
        >
          <Icon name="plus" size="sm" />
        </button>
      </div>
      {isOver && <FieldMessage announces>{overMessage(max)}</FieldMessage>}
    </div>
  );
}
