import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { toCodeInput, type CodeValues } from "./code-values.ts";

/** Shows what seats of a run would cost with the unsaved values of the discount code. */
export function TryCard({ values }: { values: CodeValues }) {
  const { localized, days, joinWithCommas } = useFormats();
  const { data: options } = useQuery(staffQuery("GET /api/staff/discount-options"));
  const [chosenRunId, setChosenRunId] = useState("");
  const [seats, setSeats] = useState(values.minSeats || "1");
  const runId = Number(chosenRunId || options?.runs[0]?.id);
  const { percent, amount, maxDiscount } = toCodeInput(values);
  const input = { percent, amount, maxDiscount, runId, seats: Number(seats) };
  const isComplete = runId > 0 && input.seats > 0 && (input.percent !== null || input.amount !== null);
  const { data: preview } = useQuery({
    queryKey: ["staff", "discount-tries", input],
    queryFn: () => callStaff("POST /api/staff/discount-tries", input),
    enabled: isComplete,
    // No error is shown here. Saving the code shows the errors at its fields.
    retry: false,
  });
  return (
    <Panel title={m.staff_discounts_try()}>
      <div className="grid gap-4">
        <Select
          label={m.staff_discounts_try_on()}
          value={String(runId)}
          onChange={(event) => setChosenRunId(event.target.value)}
          options={(options?.runs ?? []).map(({ id, name_eng: eng, name_ar: ar, startDate: from, endDate: to }) => ({
            value: String(id),
            label: joinWithCommas(localized(eng, ar), days(from, to)),
          }))}
        />
        <TextField
          label={m.staff_common_seats()}
          value={seats}
          onChange={(event) => setSeats(event.target.value)}
          inputMode="numeric"
          dir="ltr"
        />
        {preview && isComplete && (
          <dl className="details amounts" aria-live="polite">
            <dt>
              <bdi dir="ltr">
                {seats} × <Money riyals={preview.unitPrice} />
              </bdi>
            </dt>
            <dd>
              <Money riyals={preview.before} />
            </dd>
            <dt>{preview.isGroupPrice ? m.staff_discounts_try_group() : m.staff_discounts_discount()}</dt>
            <dd>
              <Money riyals={`-${preview.discount}`} />
            </dd>
            <dt>{m.staff_orders_vat({ percent: preview.taxPercent })}</dt>
            <dd>
              <Money riyals={preview.tax} />
            </dd>
            <dt className="font-medium">{m.staff_discounts_total()}</dt>
            <dd className="font-medium">
              <Money riyals={preview.total} withCurrency />
            </dd>
          </dl>
        )}
      </div>
    </Panel>
  );
}
