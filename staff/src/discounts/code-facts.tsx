import type { ReactNode } from "react";
import { codeFields, type CodeFieldName } from "../../../src/features/discounts/code-form.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import type { FullCode } from "./code-labels.tsx";
import { getFieldLabel, getFieldNames } from "./code-values.ts";
import { useScope } from "./use-scope.ts";

/** Shows the fields of a code read-only, in the same cards as its form. */
export function CodeFacts({ code }: { code: FullCode }) {
  const { selected } = useScope(code, code.runs);
  return <CodeFactCards code={code} names={selected.map(({ name }) => name)} />;
}

/** `names`: the courses and runs that the code is limited to, or excluded from. */
export function CodeFactCards({ code, names }: { code: FullCode; names: string[] }) {
  const { date } = useFormats();
  const renderFact = (name: CodeFieldName): ReactNode => {
    const value = code[name];
    const { type } = codeFields[name];
    if (typeof value === "boolean") return m[`staff_common_boolean_${value ? "true" : "false"}`]();
    if (value === null) return m.staff_discounts_most_none();
    if (value === "") return "–";
    if (type === "money") return <Money riyals={String(value)} withCurrency={name === "maxDiscount"} />;
    if (type === "day") return date(String(value));
    return <bdi dir={name === "code" ? "ltr" : undefined}>{name === "percent" ? `${value}%` : String(value)}</bdi>;
  };
  const getRows = (card: Parameters<typeof getFieldNames>[0]) =>
    getFieldNames(card, { kind: code.percent === null ? "amount" : "percent" }).map((name) => ({
      label: getFieldLabel(name),
      value: renderFact(name),
    }));
  return (
    <>
      <Panel title={m.staff_discounts_fields_code()}>
        <Details rows={getRows("code")} />
      </Panel>
      <Panel title={m.staff_discounts_discount()}>
        <Details rows={getRows("discount")} />
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
        <Details rows={getRows("uses")} />
      </Panel>
    </>
  );
}
