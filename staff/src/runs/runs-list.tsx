import { visibilities } from "../../../src/features/catalogue/schedule/run-choices.ts";
import { m, toSnakeCase } from "../messages.ts";
import { Chip } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListView } from "../parts/list/list-views.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { Money } from "../parts/money.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { RunChips, useRange } from "./run-labels.tsx";
import type { Run, RunCounts } from "./types.ts";
import { SecondLine } from "../parts/second-line.tsx";

const states = ["ahead", "on-now", "decide", "slow", "full", "pending", "waiting", "past", "cancelled"] as const;

/** Lists the runs, with views for those that need attention. */
export function RunsList({ counts }: { counts: RunCounts | undefined }) {
  const { localized, nearDays } = useFormats();
  const range = useRange();
  // Null reserves the space for a count that is loading.
  const getViewCount = (view: string) => counts?.views.find(({ name }) => name === view)?.total ?? null;
  const views: ListView[] = [
    { name: "all", label: m.staff_runs_views_all(), filter: {}, count: getViewCount("all") },
    ...states.map((state) => ({
      name: state,
      label: m[`staff_runs_views_${toSnakeCase(state)}`](),
      filter: { state },
      count: getViewCount(state),
    })),
  ];
  const renderDates = (run: Run) => (
    <>
      <span className="whitespace-nowrap">{nearDays(run.startDate, run.endDate)}</span>
      <SecondLine>{m.staff_runs_days({ count: run.days })}</SecondLine>
    </>
  );
  const renderSeats = (run: Run) => (
    <SeatBar
      sold={run.seatsSold}
      held={run.seatsHeld}
      waiting={run.waiting}
      capacity={run.capacity}
      isLow={isSlow(run)}
    />
  );
  const getName = (run: Run) => localized(run.name_eng, run.name_ar);
  const columns: ListColumn<Run>[] = [
    { name: "dates", label: m.staff_runs_dates(), sort: "start_date", render: renderDates },
    { name: "course", label: m.staff_common_course(), render: getName },
    { name: "place", label: m.staff_runs_place(), minWidth: 1200, render: (run) => <Place run={run} /> },
    {
      name: "state",
      label: m.staff_common_status(),
      render: (run) => (
        <span className="grid justify-items-start gap-1">
          <RunChips run={run} isShort />
        </span>
      ),
    },
    { name: "seats", label: m.staff_common_seats(), render: renderSeats },
    {
      name: "price",
      label: m.staff_runs_price(),
      isEndAligned: true,
      minWidth: 1200,
      render: (run) => <Money riyals={run.price} />,
    },
    {
      name: "accreditation",
      label: m.staff_runs_accreditation(),
      minWidth: 1440,
      render: (run) => <AccreditationNumber run={run} />,
    },
  ];
  return (
    <ListLayout<Run>
      list="runs"
      otherParams={["view", "month"]}
      caption={m.staff_menu_runs()}
      sort="-start_date"
      views={views}
      search={m.staff_runs_search()}
      choices={[
        {
          source: "delivery",
          label: m.staff_runs_place(),
          choices: (["onsite", "online"] as const).map((id) => ({ id, name: m[`staff_runs_delivery_${id}`]() })),
        },
        {
          source: "visibility",
          label: m.staff_runs_sale(),
          choices: visibilities.map((id) => ({ id, name: m[`staff_runs_visibility_${id}`]() })),
        },
      ]}
      columns={columns}
      to={({ id }) => `/runs/${id}`}
      renderCard={(run) => (
        <span className="grid flex-1 gap-1.25">
          <strong>{range(run.startDate, run.endDate)}</strong>
          <span>{getName(run)}</span>
          {renderSeats(run)}
          <span className="flex flex-wrap items-center gap-2">
            <RunChips run={run} isShort />
          </span>
        </span>
      )}
      empty={{ title: m.staff_runs_none(), text: m.staff_runs_none_text() }}
    />
  );
}

function Place({ run }: { run: Run }) {
  const { localized } = useFormats();
  const name = localized(run.venueEng, run.venueAr);
  return (
    <span className="flex max-w-42 items-center gap-2" title={name}>
      {run.delivery === "online" && <Icon name="video" size={16} className="flex-none" />}
      <span className="truncate">{name}</span>
    </span>
  );
}

function AccreditationNumber({ run }: { run: Run }) {
  if (run.accreditationStatus === "pending")
    return (
      <Chip tone="attention" icon="clock">
        {m.staff_runs_accreditation_states_pending()}
      </Chip>
    );
  return run.accreditationNumber ? (
    <bdi className="block max-w-32 truncate" dir="ltr" title={run.accreditationNumber}>
      {run.accreditationNumber}
    </bdi>
  ) : (
    <span className="text-ink-3">–</span>
  );
}
