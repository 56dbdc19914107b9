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

/** Calculates the price of a run with the code as it is in the form. */
export function TryCard({ values }: { values: CodeValues }) {
  const { localized, days, facts } = useFormats();
  const { data: options } = useQuery(staffQuery("GET /api/staff/discount-options"));
  const [chosen, setChosen] = useState("");
  const [seats, setSeats] = useState(values.minSeats || "1");
  const runId = Number(chosen || options?.runs[0]?.id);
  const { percent, amount, maxDiscount } = toCodeInput(values);
  const input = { percent, amount, maxDiscount, runId, seats: Number(seats) };
  const isWhole = runId > 0 && input.seats > 0 && (input.percent !== null || input.amount !== null);
  const { data: preview } = useQuery({
    queryKey: ["staff", "discount-tries", input],
    queryFn: () => callStaff("POST /api/staff/discount-tries", input),
    enabled: isWhole,
    // The fields show what is wrong when the code is saved.
    retry: false,
  });
  return (
    <Panel title={m.staff_discounts_try()}>
      <div className="grid gap-4">
        <Select
          label={m.staff_discounts_try_on()}
          value={String(runId)}
          onChange={(event) => setChosen(event.target.value)}
          options={(options?.runs ?? []).map(({ id, name_eng: eng, name_ar: ar, startDate: from, endDate: to }) => ({
            value: String(id),
            label: facts(localized(eng, ar), days(from, to)),
          }))}
        />
        <TextField
          label={m.staff_common_seats()}
          value={seats}
          onChange={(event) => setSeats(event.target.value)}
          inputMode="numeric"
          dir="ltr"
        />
        {preview && isWhole && (
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
