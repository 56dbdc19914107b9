import { orderStatuses } from "../../../src/features/orders/order-states.ts";
import { useListState } from "../frame/list-state.ts";
import { m } from "../messages.ts";
import { addDays } from "../../../src/i18n/dates.ts";
import { addMonths, startOfDay, today } from "../parts/days.ts";
import { FilterChip } from "../parts/list/filter-chip.tsx";

const dateRanges = ["week", "month", "last_month", "year"] as const;
type Filter = Record<string, unknown>;

/** The start of a date range and, for the last month, its end. */
function getDateRange(name: (typeof dateRanges)[number]): { from: string; to?: string } {
  const day = today();
  const month = day.slice(0, 7);
  if (name === "week") return { from: startOfDay(addDays(day, -7)) };
  if (name === "month") return { from: startOfDay(`${month}-01`) };
  if (name === "year") return { from: startOfDay(`${day.slice(0, 4)}-01-01`) };
  return { from: startOfDay(`${addMonths(month, -1)}-01`), to: startOfDay(`${month}-01`) };
}

/** Filter chips for the date, status and other properties of an order. */
export function OrderFilters() {
  const { filter, setFilter } = useListState();
  const updateFilter = (newFilter: Filter) => setFilter(newFilter);
  const { from, to, status, ...otherFilters } = filter;
  const dateRange = dateRanges.find(
    (name) => from !== undefined && getDateRange(name).from === from && getDateRange(name).to === to,
  );
  const flags = ["company", "transfer", "unnamed", "refund_waiting", "refund_due"] as const;
  const flag = flags.find((name) => filter[name] === "true");
  const filterWithout = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
  return (
    <>
      <FilterChip
        source="span"
        label={m.staff_common_placed()}
        choices={dateRanges.map((id) => ({ id, name: m[`staff_orders_spans_${id}`]() }))}
        filter={dateRange ? { span: dateRange } : {}}
        onChange={({ span: chosen }) =>
          updateFilter({
            ...filterWithout(["from", "to"]),
            ...(chosen ? getDateRange(chosen as (typeof dateRanges)[number]) : {}),
          })
        }
      />
      <FilterChip
        source="status"
        label={m.staff_common_status()}
        choices={orderStatuses.map((id) => ({ id, name: m[`staff_order_state_${id}`]() }))}
        filter={{ status: [status].flat()[0] }}
        onChange={({ status: chosen }) =>
          updateFilter({
            ...otherFilters,
            ...(from ? { from } : {}),
            ...(to ? { to } : {}),
            ...(chosen ? { status: [chosen] } : {}),
          })
        }
      />
      <FilterChip
        source="flag"
        label={m.staff_orders_with()}
        choices={flags.map((id) => ({ id, name: m[`staff_orders_flags_${id}`]() }))}
        filter={flag ? { flag } : {}}
        onChange={({ flag: chosen }) =>
          updateFilter({ ...filterWithout(flags), ...(chosen ? { [chosen as string]: true } : {}) })
        }
      />
    </>
  );
}
