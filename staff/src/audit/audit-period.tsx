import { useListContext, useTranslate } from "ra-core";

const startOf = (day: string) => new Date(`${day}T00:00:00+03:00`).toISOString();
const dayOf = (instant: unknown, shiftMs = 0) =>
  typeof instant === "string" ? new Date(Date.parse(instant) + 3 * 3_600_000 + shiftMs).toISOString().slice(0, 10) : "";
const day = 86_400_000;

/** From one day to another, both whole, in Riyadh's time. */
export function AuditPeriod() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const set = (field: "from" | "to", value: string) => {
    const { [field]: _, ...others } = filterValues as Record<string, unknown>;
    if (value === "") return setFilters(others, [], false);
    const start = startOf(value);
    // Up to the end of the day.
    const instant = field === "from" ? start : new Date(Date.parse(start) + day).toISOString();
    setFilters({ ...others, [field]: instant }, [], false);
  };
  return (
    <>
      <label className="list-day">
        {translate("audit.from")}
        <input type="date" value={dayOf(filterValues["from"])} onChange={(event) => set("from", event.target.value)} />
      </label>
      <label className="list-day">
        {translate("audit.to")}
        <input
          type="date"
          value={dayOf(filterValues["to"], -day)}
          onChange={(event) => set("to", event.target.value)}
        />
      </label>
    </>
  );
}
