import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import type { FullCode } from "./code-labels.tsx";
import { useScope } from "./use-scope.ts";

/** The fields of a code as text, in the cards of its form. */
export function CodeFacts({ code }: { code: FullCode }) {
  const { chosen } = useScope(code, code.runs);
  return <CodeFactCards code={code} names={chosen.map(({ name }) => name)} />;
}

/** `names`: the courses and runs that the code is limited to, or not for. */
export function CodeFactCards({ code, names }: { code: FullCode; names: string[] }) {
  const { date } = useFormats();
  const limit = (count: number | null) => (count === null ? m.staff_discounts_most_none() : String(count));
  return (
    <>
      <Panel title={m.staff_discounts_code()}>
        <Details
          rows={[
            { label: m.staff_discounts_fields_code(), value: <bdi className="ltr">{code.code}</bdi> },
            { label: m.staff_discounts_fields_purpose(), value: code.purpose ? <bdi>{code.purpose}</bdi> : "–" },
          ]}
        />
      </Panel>
      <Panel title={m.staff_discounts_discount()}>
        <Details
          rows={[
            code.percent === null
              ? { label: m.staff_discounts_fields_amount(), value: <Money riyals={code.amount ?? "0.00"} /> }
              : { label: m.staff_discounts_fields_percent(), value: <bdi>{`${code.percent}%`}</bdi> },
            code.percent !== null && {
              label: m.staff_discounts_fields_most(),
              value: code.most === null ? m.staff_discounts_most_none() : <Money riyals={code.most} withCurrency />,
            },
            { label: m.staff_discounts_fields_least_seats(), value: code.least_seats },
          ]}
        />
      </Panel>
      <Panel title={m.staff_discounts_courses()}>
        <p>{m[`staff_discounts_scope_${code.scope}`]()}</p>
        {code.scope !== "all" && (
          <ul className="mt-2 list-disc ps-5">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={m.staff_discounts_when()}>
        <Details
          rows={[
            { label: m.staff_discounts_fields_valid_from(), value: date(code.valid_from) },
            {
              label: m.staff_discounts_fields_valid_to(),
              value: code.valid_to === null ? m.staff_discounts_most_none() : date(code.valid_to),
            },
            { label: m.staff_discounts_fields_uses_in_all(), value: limit(code.uses_in_all) },
            { label: m.staff_discounts_fields_uses_per_account(), value: limit(code.uses_per_account) },
            {
              label: m.staff_discounts_fields_first_order_only(),
              value: m[`staff_common_boolean_${code.first_order_only ? "true" : "false"}`](),
            },
          ]}
        />
      </Panel>
    </>
  );
}
