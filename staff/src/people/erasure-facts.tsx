/** Facts of an erasure: what is erased, what is kept, and what prevents it. */
import type { ReactNode } from "react";
import { TextField } from "../../../src/ui/text-field.tsx";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { Erasure } from "./person-types.ts";

const boxClass = "grid content-start gap-1.5 rounded-card border border-edge px-4 py-3.5";

/** Lists the data that is erased. `goes` counts each kind of data; `children` are shown before it. */
export function ErasedData({ goes, children }: { goes: Record<string, number>; children?: ReactNode }) {
  const counts = Object.entries(goes).filter(([, count]) => count > 0);
  return (
    <section className={boxClass}>
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold text-danger">
        <Icon name="eraser" size={16} />
        {m.staff_people_goes()}
      </h3>
      <ul className="grid gap-1.5">
        {children}
        {counts.map(([key, count]) => (
          <li key={key}>{findMessage(`staff_people_goes_of_${key}`, { count })}</li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the data that is kept. `stays` counts the documents and orders of an account. */
export function KeptData({ stays }: { stays?: Erasure["stays"] }) {
  const { date } = useFormats();
  const { invoices = 0, credit_notes: creditNotes = 0, orders = 0 } = stays ?? {};
  const until = stays?.until ? date(stays.until) : "";
  return (
    <section className={boxClass}>
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold">
        <Icon name="archive" size={16} />
        {m.staff_people_stays()}
      </h3>
      <ul className="grid gap-1.5">
        {invoices > 0 && <li>{m.staff_people_stays_invoices({ count: invoices, until })}</li>}
        {creditNotes > 0 && <li>{m.staff_people_stays_credit_notes({ count: creditNotes, until })}</li>}
        {orders > 0 && <li>{m.staff_people_stays_orders({ count: orders })}</li>}
        <li>{m.staff_people_stays_log()}</li>
      </ul>
    </section>
  );
}

/** Each order, refund and seat that prevents an erasure, below a text that explains the consequence. */
export function Obstacles({ against, children }: { against: Erasure["against"]; children: ReactNode }) {
  return (
    <Alert tone="warning">
      <p className="font-medium">{children}</p>
      <ul>
        {against.map((obstacle, index) => (
          <li key={index}>
            <Obstacle {...obstacle} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Obstacle({ reason, order_id, course }: Erasure["against"][number]) {
  const { date, localized } = useFormats();
  return (
    <>
      {m[`staff_people_against_${toSnakeCase(reason)}`]({
        order: order_id,
        course: course ? localized(course.name_eng, course.name_ar) : "",
        date: course ? date(course.end_date) : "",
      })}
    </>
  );
}

/** Asks how the person requested the erasure. */
export function RequestNoteField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange(text: string): void;
}) {
  return (
    <TextField
      id="asked"
      required
      label={m.staff_people_how_asked()}
      value={value}
      error={error}
      hint={m.staff_people_how_asked_hint()}
      onChange={(event) => onChange(event.target.value)}
      maxLength={300}
      dir="auto"
    />
  );
}
