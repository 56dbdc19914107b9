import { clsx } from "clsx/lite";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Discounts, PricedOrder } from "#features/checkout/use-discounts.ts";

const box = "flex items-start gap-3 rounded-[12px] px-4 py-3";

/** Describes a code: its discount, its maximum and its minimum seats. */
function CodeTerms({
  code: { percent, amount, most, least_seats: count },
}: {
  code: NonNullable<PricedOrder["code"]>;
}) {
  const locale = useLocale();
  const sar = (sum: string) => isolate(formatSar(sum, locale));
  const off =
    percent === null
      ? m.discounts_amount_off({ amount: sar(amount ?? "0.00") })
      : most === null
        ? m.discounts_percent_off({ percent })
        : m.discounts_percent_off_most({ percent, amount: sar(most) });
  return count > 1 ? m.discounts_off_from({ off, count }) : off;
}

interface DiscountPanelProps {
  discounts: Discounts;
  total: string;
  isOpen: boolean;
  /** The button that opens the field. */
  opener: ReactNode;
}

/**
 * Enters and shows a discount code in all its states: typed, being checked, applied, refused, or expired before
 * payment.
 */
export default function DiscountPanel({ discounts, total, isOpen, opener }: DiscountPanelProps) {
  const { code, priced, isChecking, refused, rejectedCode, apply, remove } = discounts;
  const locale = useLocale();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const applied = priced?.code;
  if (applied)
    return (
      <div role="status" className={`${box} w-full bg-success-tint text-success`}>
        <Icon name="badge-percent" className="mt-0.5" />
        <p className="min-w-0 flex-1">
          <strong className="block font-semibold">
            <bdi dir="ltr">{applied.code}</bdi>
          </strong>
          <span className="text-sm">
            <CodeTerms code={applied} />
          </span>
        </p>
        <IconButton icon="x" label={m.discounts_remove({ code: isolate(applied.code) })} onClick={remove} />
      </div>
    );
  const rejectedNotice = rejectedCode !== null && (
    <div role="status" className={`${box} bg-warning-tint text-warning`}>
      <Icon name="triangle-alert" className="mt-0.5" />
      <p className="min-w-0">
        <strong className="block font-semibold">
          <bdi dir="ltr">{rejectedCode}</bdi>
        </strong>
        <span className="text-sm">{m.discounts_ended_meanwhile({ total: isolate(formatSar(total, locale)) })}</span>
      </p>
    </div>
  );
  const isPending = isChecking && code !== null;
  if (!isOpen && !isPending && !refused)
    return (
      <div className={clsx("grid gap-3", rejectedNotice && "w-full")}>
        {rejectedNotice}
        {opener}
      </div>
    );
  return (
    <div className="grid w-full gap-3">
      {rejectedNotice}
      <p aria-hidden="true" className="-mb-1.5 text-sm font-medium">
        {m.discounts_code()}
      </p>
      <div className="flex items-start gap-2">
        <TextField
          ref={input}
          hideLabel
          label={m.discounts_code()}
          className="min-w-0 flex-1"
          dir="ltr"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={isPending ? (code ?? "") : typed}
          readOnly={isPending}
          error={refused?.code === typed.trim() ? refused.message : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter would otherwise submit the checkout form and pay.
            event.preventDefault();
            apply(typed);
          }}
        />
        <Button variant="secondary" isPending={isPending} pendingText={m.discounts_wait()} onClick={() => apply(typed)}>
          {m.common_action_apply()}
        </Button>
      </div>
    </div>
  );
}
