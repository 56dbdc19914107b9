import { useState } from "react";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { Menu } from "../parts/menu.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { isArabicName } from "../../../src/i18n/name-script.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { FilterChip } from "../parts/list/filter-chip.tsx";
import { Empty } from "../parts/states.tsx";
import { professionName } from "../people/person-labels.tsx";
import { useCan } from "../frame/session.ts";
import {
  isAskable,
  isChangeable,
  hasLeft,
  isWithoutNumber,
  maxRecipients,
  type Roster,
  type Seat,
  type RosterState,
} from "./types.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { Lines } from "../parts/lines.tsx";

const stateStyles: Record<RosterState, { tone: Tone; icon: IconName }> = {
  paid: { tone: "good", icon: "circle-check" },
  free: { tone: "good", icon: "badge-check" },
  "no-name": { tone: "attention", icon: "user-round" },
  "awaiting-bank": { tone: "attention", icon: "hourglass" },
  "in-checkout": { tone: "neutral", icon: "shopping-cart" },
  refunded: { tone: "info", icon: "undo-2" },
  cancelled: { tone: "neutral", icon: "circle-x" },
  "given-on": { tone: "neutral", icon: "replace" },
};

/** The state of a seat. */
function SeatChip({ state }: { state: RosterState }) {
  return <Chip {...stateStyles[state]}>{m[`staff_roster_states_${toSnakeCase(state)}`]()}</Chip>;
}

interface RosterTableProps {
  roster: Roster;
  canChange: boolean;
  /** Whether names and SCFHS numbers can be corrected, which is possible even after the run. */
  canCorrect: boolean;
  onCorrect(seat: Seat): void;
  onSwap(seat: Seat): void;
  onCancel(seat: Seat): void;
  onOtherName(seat: Seat): void;
  /** Asks for the SCFHS numbers of these people. */
  onAsk(seats: Seat[]): void;
}

const matchesQuery = (seat: Seat, query: string): boolean =>
  [seat.name, seat.name_other, seat.email, seat.scfhs_number, String(seat.orderId), seat.phone, seat.buyer]
    .join(" ")
    .toLowerCase()
    .includes(query.trim().toLowerCase());

/** Filters for properties that differ between the seats of this roster. */
const buildFilters = ({ rows }: Roster) =>
  (
    [
      { source: "state", label: "staff_common_status", prefix: "staff_roster_states" },
      { source: "profession", label: "staff_roster_profession", prefix: "staff_people_professions" },
    ] as const
  )
    .map((filter) => ({
      ...filter,
      values: [...new Set(rows.map((seat) => seat[filter.source]))].filter((id) => id !== ""),
    }))
    .filter(({ values }) => values.length > 1);

/** Shows all seats on one page, so that it can be printed. On a phone, each seat is a card. */
export function RosterTable(props: RosterTableProps) {
  const { roster } = props;
  const isPhone = useListWidth() === "phone";
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<Record<string, unknown>>({});
  const isFiltered = query !== "" || Object.keys(filter).length > 0;
  const rows = roster.rows.filter(
    (seat) =>
      matchesQuery(seat, query) &&
      (!filter["state"] || seat.state === filter["state"]) &&
      (!filter["profession"] || seat.profession === filter["profession"]),
  );
  const leftCount = roster.rows.filter(hasLeft).length;
  return (
    <section className="card">
      <div className="flex flex-wrap items-center gap-2 px-pad py-3">
        <TextField
          hideLabel
          type="search"
          icon="search"
          className="flex-[0_1_24rem] max-md:basis-full"
          dir="auto"
          label={m.staff_roster_search()}
          placeholder={m.staff_roster_search()}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {buildFilters(roster).map(({ source, values, label, prefix }) => (
          <FilterChip
            key={source}
            source={source}
            label={m[label]()}
            choices={values.map((id) => ({ id, name: findMessage(`${prefix}_${id}`) ?? id }))}
            filter={filter}
            onChange={setFilter}
          />
        ))}
        <AskAllButton {...props} />
        <span className="ms-auto text-sm text-ink-3">{m.staff_roster_order_note()}</span>
      </div>
      {rows.length === 0 ? (
        <Empty
          icon={isFiltered ? "search-x" : "users"}
          title={isFiltered ? m.staff_roster_none_found() : m.staff_roster_none()}
        />
      ) : isPhone ? (
        <Rows>
          {rows.map((seat) => (
            <SeatCard key={seat.id} {...props} seat={seat} />
          ))}
        </Rows>
      ) : (
        <SeatRows {...props} rows={rows} />
      )}
      <footer className="text-sm">
        <span role="status">{m.staff_roster_count({ count: roster.taken, gone: leftCount })}</span>
      </footer>
    </section>
  );
}

function AskAllButton({ roster, canCorrect, onAsk }: RosterTableProps) {
  const seats = roster.rows.filter(isWithoutNumber).slice(0, maxRecipients);
  const count = seats.filter(isAskable).length;
  if (!canCorrect || count === 0) return null;
  return (
    <Button variant="secondary" size="sm" icon="mail" onClick={() => onAsk(seats)}>
      {m.staff_roster_ask_all({ count })}
    </Button>
  );
}

function SeatRows({ rows, ...props }: RosterTableProps & { rows: Seat[] }) {
  return (
    <ScrollTable
      label={m.staff_common_roster()}
      columns={[
        "#",
        m.staff_common_attendee(),
        m.staff_roster_profession(),
        m.staff_roster_scfhs(),
        m.staff_common_order(),
        m.staff_common_status(),
        { label: m.staff_common_actions(), isHidden: true },
      ]}
    >
      {rows.map((seat, index) => (
        <tr key={seat.id} className={hasLeft(seat) ? "text-ink-3" : undefined}>
          <td className="text-ink-3">{index + 1}</td>
          <td>
            <Attendee seat={seat} />
          </td>
          <td>{seat.profession ? professionName(seat.profession) : "–"}</td>
          <td>
            <ScfhsNumber seat={seat} />
          </td>
          <td>
            <OrderLink seat={seat} />
          </td>
          <td>
            <SeatChip state={seat.state} />
          </td>
          <td className="amount">
            <SeatActions {...props} seat={seat} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function SeatCard({ seat, ...props }: RosterTableProps & { seat: Seat }) {
  return (
    <Row end={<SeatActions {...props} seat={seat} />}>
      <Lines as="div">
        <div>
          <Attendee seat={seat} />
        </div>
        <span className="flex flex-wrap items-center gap-2 text-sm">
          {seat.profession && professionName(seat.profession)}
          {seat.profession && " · "}
          <ScfhsNumber seat={seat} />
        </span>
        <span className="flex flex-wrap items-center gap-2">
          <SeatChip state={seat.state} />
          <OrderLink seat={seat} />
        </span>
      </Lines>
    </Row>
  );
}

function Attendee({ seat }: { seat: Seat }) {
  if (seat.name === null)
    return (
      <>
        <span className="text-ink-3">{m.staff_roster_no_name({ seat: seat.seat })}</span>
        <SecondLine>{m.staff_roster_bought_by({ name: isolate(seat.buyer) })}</SecondLine>
      </>
    );
  return (
    <>
      <bdi className={hasLeft(seat) ? "line-through" : "font-medium"}>{seat.name}</bdi>
      <SecondLine>
        {seat.name_other && (
          <>
            <bdi lang={detectLanguage(seat.name_other)}>{seat.name_other}</bdi>
            {" · "}
          </>
        )}
        <bdi dir="ltr">{seat.email}</bdi>
      </SecondLine>
    </>
  );
}

const detectLanguage = (name: string) => (isArabicName(name) ? "ar" : "en");

function ScfhsNumber({ seat }: { seat: Seat }) {
  const { date } = useFormats();
  if (seat.name === null) return <>–</>;
  if (seat.scfhs_number)
    return (
      <bdi className="whitespace-nowrap tabular-nums" dir="ltr">
        {seat.scfhs_number}
      </bdi>
    );
  return (
    <>
      <span className="flex items-center gap-1.25 text-danger">
        <Icon name="circle-alert" size={14} />
        {m.staff_roster_missing()}
      </span>
      {seat.askedAt && (
        <SecondLine>
          {m.staff_roster_ask_asked()} <time dateTime={seat.askedAt}>{date(seat.askedAt, "dayMonth")}</time>
        </SecondLine>
      )}
    </>
  );
}

function OrderLink({ seat }: { seat: Seat }) {
  const can = useCan();
  const number = (
    <bdi className="whitespace-nowrap tabular-nums" dir="ltr">
      #{seat.orderId}
    </bdi>
  );
  return can("orders.read") ? <TextLink to={`/orders/${seat.orderId}`}>{number}</TextLink> : number;
}

function SeatActions(props: RosterTableProps & { seat: Seat }) {
  const { seat, canChange, canCorrect, onCorrect, onSwap, onCancel, onAsk, onOtherName } = props;
  if (!canCorrect || !isChangeable(seat) || (!canChange && seat.name === null)) return null;
  const displayName = seat.name ?? m.staff_roster_no_name({ seat: seat.seat });
  const mainAction = isAskable(seat)
    ? "staff_roster_ask_one"
    : !canChange
      ? "staff_roster_correct_short"
      : seat.name === null
        ? "staff_common_action_add_name"
        : "staff_roster_swap_short";
  const icons = {
    staff_roster_ask_one: "mail",
    staff_common_action_add_name: "user-plus",
    staff_roster_swap_short: "user-round-pen",
    staff_roster_correct_short: "user-round-pen",
  } as const;
  const onMainAction = isAskable(seat) ? () => onAsk([seat]) : canChange ? () => onSwap(seat) : () => onCorrect(seat);
  return (
    <span className="flex items-center justify-end gap-2 whitespace-nowrap">
      <Button
        size="sm"
        variant={icons[mainAction] === "user-round-pen" ? "ghost" : "secondary"}
        icon={icons[mainAction]}
        aria-label={`${m[mainAction]()}: ${displayName}`}
        onClick={onMainAction}
      >
        {m[mainAction]()}
      </Button>
      <Menu
        isIcon
        icon="ellipsis-vertical"
        label={`${m.staff_common_more()}: ${displayName}`}
        items={[
          canChange
            ? {
                label: seat.name === null ? m.staff_common_action_add_name() : m.staff_roster_swap_menu(),
                onChoose: () => onSwap(seat),
              }
            : { label: m.staff_certificates_correct_menu(), onChoose: () => onCorrect(seat) },
          seat.name !== null && { label: m.staff_roster_other_name_field(), onChoose: () => onOtherName(seat) },
          canChange && { label: m.staff_roster_cancel_action(), onChoose: () => onCancel(seat) },
        ]}
      />
    </span>
  );
}
