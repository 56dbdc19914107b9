import { useState } from "react";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { fullDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form } from "#ui/form.tsx";
import { DateField, getFormDate } from "#ui/date-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { parseTypedHours } from "./activity-form.tsx";
import type { MyRecord } from "./record-types.ts";

type OwnTarget = MyRecord["target"];

/** A bar that shows the verified hours as a part of the target. */
function Progress({ verified, hours }: { verified: number; hours: number }) {
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-3 h-2.5 w-full rtl:-scale-x-100"
    >
      <rect width="100" height="4" rx="1" className="fill-line" />
      <rect width={Math.min(100, (verified / hours) * 100)} height="4" rx="1" className="fill-palm-600" />
    </svg>
  );
}

/** The target that a person sets for their own cycle. They set it, because the rules differ by profession. */
export function Target({
  target,
  today,
  onDone,
}: {
  target: OwnTarget;
  today: string;
  onDone: (message: string) => void;
}) {
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [errors, setErrors] = useState<FieldMap>();
  const [failure, setFailure] = useState("");

  async function save(newTarget: { hours: number; starts_on: string; ends_on: string } | null) {
    const answer = await callApi("/api/cpd-target", { target: newTarget });
    if (answer.ok) {
      setOpen(false);
      return onDone(answer.data.message);
    }
    // The fields are inside `target` in the request, so their errors have its prefix.
    setErrors(
      Object.fromEntries(Object.entries(answer.fields).map(([name, texts]) => [name.replace("target.", ""), texts])),
    );
    setFailure(answer.message);
  }

  const day = (date: string) => isolate(fullDate(date, locale));
  const year = today.slice(0, 4);
  return (
    <Card as="section" aria-labelledby="target-heading" className="mt-5 md:p-8!">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="target-heading" className="font-sans text-h4 font-medium">
          {m.cpd_target()}
        </h2>
        {!isOpen && (
          <Button variant="ghost" size="sm" className="-me-(--nh-button-ghost-pad)" onClick={() => setOpen(true)}>
            {target ? m.cpd_change() : m.cpd_target_set()}
          </Button>
        )}
      </div>
      {target ? (
        <>
          <p className="mt-1 text-ink-2">
            {m.cpd_target_reached({
              verified: target.verified,
              hours: target.hours,
              from: day(target.starts_on),
              to: day(target.ends_on),
            })}
          </p>
          <Progress verified={target.verified} hours={target.hours} />
          {target.declared > 0 && (
            <p className="mt-2 text-sm text-ink-3">{m.cpd_target_declared({ hours: target.declared })}</p>
          )}
        </>
      ) : (
        !isOpen && <p className="mt-1 text-sm text-ink-3">{m.cpd_target_none()}</p>
      )}
      {isOpen && (
        <Form
          validationErrors={errors}
          onSend={(data) =>
            save({
              hours: parseTypedHours(String(data.get("hours"))),
              starts_on: getFormDate(data, "starts_on"),
              ends_on: getFormDate(data, "ends_on"),
            })
          }
          className="mt-4 grid gap-4 md:grid-cols-3"
        >
          <TextField
            name="hours"
            label={m.cpd_hours()}
            required
            inputMode="decimal"
            dir="ltr"
            defaultValue={target?.hours}
          />
          <DateField
            name="starts_on"
            format={m.catalogue_dates_format()}
            label={m.cpd_cycle_first()}
            required
            defaultValue={target?.starts_on ?? `${year}-01-01`}
          />
          <DateField
            name="ends_on"
            format={m.catalogue_dates_format()}
            label={m.cpd_cycle_last()}
            required
            defaultValue={target?.ends_on ?? `${year}-12-31`}
          />
          {failure && (
            <Alert tone="danger" className="md:col-span-3" announces>
              {failure}
            </Alert>
          )}
          <div className="flex flex-wrap gap-3 md:col-span-3">
            <Button type="submit" size="sm" pendingText={m.cpd_saving()}>
              {m.cpd_target_save()}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
              {m.common_action_cancel()}
            </Button>
            {target && (
              <Button variant="ghost" size="sm" className="text-danger! md:ms-auto" onClick={() => void save(null)}>
                {m.cpd_target_remove()}
              </Button>
            )}
          </div>
        </Form>
      )}
    </Card>
  );
}
