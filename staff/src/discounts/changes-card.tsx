import { codeFields, type CodeFieldName } from "../../../src/features/discounts/code-form.ts";
import { m, findMessage } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import type { FullCode } from "./code-labels.tsx";
import { getFieldLabel } from "./code-values.ts";
import { Lines } from "../parts/lines.tsx";

type Change = FullCode["changes"][number];

/** The changes of a code, field by field: who made them, and when. */
export function ChangesCard({ changes }: { changes: Change[] }) {
  return (
    <Panel title={m.staff_discounts_changes()}>
      <Lines as="ol">
        {changes.map((change) => (
          <ChangeLine key={change.id} change={change} />
        ))}
      </Lines>
    </Panel>
  );
}

function ChangeLine({ change: { at, by, action, fields } }: { change: Change }) {
  const { moment, date, joinWithCommas } = useFormats();
  const formatValue = (field: CodeFieldName, value: string | null): string => {
    if (value === null) return m.staff_common_empty();
    if (codeFields[field].type === "day") return date(value);
    if (field === "scope") return findMessage(`staff_discounts_scope_${value}`) ?? value;
    return findMessage(`staff_common_boolean_${value}`) ?? value;
  };
  return (
    <li className="text-sm">
      {joinWithCommas(moment(at), by)}: {fields.length === 0 && findMessage(`staff_discounts_done_${action}`)}
      {fields.map(({ field, from, to }) => (
        <span key={field} className="block">
          {getFieldLabel(field)} <del dir="auto">{formatValue(field, from)}</del>{" "}
          <ins dir="auto">{formatValue(field, to)}</ins>
        </span>
      ))}
    </li>
  );
}
