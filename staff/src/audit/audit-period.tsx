import { useListContext, useTranslate } from "ra-core";
import { addDays } from "../../../src/i18n/dates.ts";
import { dayOf, startOf } from "../ui/days.ts";

const shownDay = (instant: unknown, shift = 0) => (typeof instant === "string" ? addDays(dayOf(instant), shift) : "");

/** From one day to another, both whole, in Riyadh's time. */
export function AuditPeriod() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const set = (field: "from" | "to", value: string) => {
    const { [field]: _, ...others } = filterValues as Record<string, unknown>;
    if (value === "") return setFilters(others, [], false);
    // Up to the end of the day.
    const instant = startOf(field === "from" ? value : addDays(value, 1));
    setFilters({ ...others, [field]: instant }, [], false);
  };
  return (
    <>
      <label className="list-day">
        {translate("audit.from")}
        <input
          type="date"
          value={shownDay(filterValues["from"])}
          onChange={(event) => set("from", event.target.value)}
        />
      </label>
      <label className="list-day">
        {translate("audit.to")}
        <input
          type="date"
          value={shownDay(filterValues["to"], -1)}
          onChange={(event) => set("to", event.target.value)}
        />
      </label>
    </>
  );
}
