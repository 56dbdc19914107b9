import { labels } from "../content/labels.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import type { AuditEvent } from "./audit-labels.ts";

/** Ids and counters that the portal never shows. */
const internalFields = new Set(["revision", "version", "preview"]);

/** A table of the changed fields, with their values before and after. */
export function AuditChange({ event }: { event: AuditEvent }) {
  const { before, after } = event;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !internalFields.has(field),
  );
  return (
    <div className="grid gap-2">
      {fields.length === 0 ? (
        <p>{m.staff_audit_no_fields()}</p>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-control border border-line bg-surface [&_:is(th,td)]:border-0 [&_:is(th,td)]:bg-transparent [&_:is(th,td)]:px-3.25 [&_:is(th,td)]:py-2 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top [&_:is(th,td)]:font-normal [&_:is(th,td)]:wrap-anywhere [&_tbody_:is(th,td)]:border-t [&_tbody_:is(th,td)]:border-line">
          <caption className="sr-only">{m.staff_audit_change()}</caption>
          <thead>
            <tr>
              <th scope="col" className="md:w-48">
                {m.staff_audit_field()}
              </th>
              <th scope="col">{m.staff_audit_before()}</th>
              <th scope="col">{m.staff_audit_after()}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row" className="text-base whitespace-normal text-ink">
                  {formatFieldName(field)}
                </th>
                <td>
                  <Value field={field} value={before?.[field]} as="del" />
                </td>
                <td>
                  <Value field={field} value={after?.[field]} as="ins" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-sm text-ink-3">
        {m.staff_audit_request()} <bdi dir="ltr">{event.request_id}</bdi>
      </p>
    </div>
  );
}

/** Formats a field name as words: `priceHalalas` as `price`, `due_on` as `due on`. */
const formatFieldName = (field: string): string =>
  field
    .replace(/Halalas$/, "")
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

function Value({ field, value, as: Mark }: { field: string; value: unknown; as: "del" | "ins" }) {
  const { money, date, joinWithCommas } = useFormats();
  if (field === "fields" && Array.isArray(value))
    return <Mark>{joinWithCommas(...value.map((path) => labels.forPath(String(path))))}</Mark>;
  if (value === undefined) return <span className="text-ink-3">–</span>;
  if (value === null) return <span className="text-ink-3">{m.staff_common_empty()}</span>;
  if (field.endsWith("Halalas") && typeof value === "number")
    return (
      <Mark>
        <bdi dir="ltr">{money(value / 100)}</bdi>
      </Mark>
    );
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return <Mark>{date(value, "dateTime")}</Mark>;
  if (typeof value === "boolean")
    return <Mark>{value ? m.staff_common_boolean_true() : m.staff_common_boolean_false()}</Mark>;
  return <Mark dir="auto">{typeof value === "object" ? JSON.stringify(value) : String(value)}</Mark>;
}
