import type { ReactNode } from "react";
import { m, toSnakeCase } from "../messages.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { refundReasons } from "./order-labels.tsx";

export interface RefundReason {
  code: (typeof refundReasons)[number] | "other";
  english: string;
  arabic: string;
}

export const toReasonInput = ({ code, english, arabic }: RefundReason) =>
  code === "other" ? { reason: english.trim(), reason_ar: arabic.trim() } : { reason: code };

export const hasReason = ({ code, english, arabic }: RefundReason) =>
  code !== "other" || (english.trim() !== "" && arabic.trim() !== "");

/** Asks for the reason: a common one, or free text in both languages. The credit note and the buyer's email show it. */
export function ReasonField({
  value,
  children,
  onChange,
}: {
  value: RefundReason;
  /** A field beside the reason. */
  children: ReactNode;
  onChange(value: RefundReason): void;
}) {
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select
          required
          label={m.staff_orders_refund_reason()}
          value={value.code}
          onChange={(event) => onChange({ ...value, code: event.target.value as RefundReason["code"] })}
          options={([...refundReasons, "other"] as const).map((code) => ({
            value: code,
            label: m[`staff_orders_reasons_${toSnakeCase(code)}`](),
          }))}
        />
        {children}
      </div>
      {value.code === "other" && (
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextField
            required
            label={m.staff_orders_refund_in_english()}
            value={value.english}
            onChange={(event) => onChange({ ...value, english: event.target.value })}
            dir="ltr"
            lang="en"
            maxLength={200}
          />
          <TextField
            required
            label={m.staff_orders_refund_in_arabic()}
            value={value.arabic}
            onChange={(event) => onChange({ ...value, arabic: event.target.value })}
            dir="rtl"
            lang="ar"
            maxLength={200}
          />
        </div>
      )}
    </>
  );
}
