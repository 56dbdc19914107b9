import { isolate } from "../../../src/i18n/isolate.ts";
import { useCan } from "../frame/session.ts";
import { m, toSnakeCase } from "../messages.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { EmailAddress } from "../parts/email-address.tsx";
import { useFormats } from "../parts/formats.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { professionName } from "../people/person-labels.tsx";
import { buildMailLink } from "./mail-links.ts";
import type { WaitlistAction, Waitlist, WaitlistEntry } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

interface WaitlistProps {
  label: string;
  list: Waitlist;
  rows: readonly WaitlistEntry[];
  /** Undefined for entries that have ended, which show no position and no actions. */
  onAction?: ((action: WaitlistAction, row: WaitlistEntry) => void) | undefined;
}

/** Waitlist entries as a table. */
export function WaitlistTable({ label, list, rows, onAction }: WaitlistProps) {
  const { moment } = useFormats();
  const columns = [
    m.staff_waiting_person(),
    m.staff_waiting_since(),
    { label: m.staff_common_seats(), isEndAligned: true },
    m.staff_common_status(),
  ];
  const actions = { label: m.staff_common_actions(), isHidden: true };
  return (
    <ScrollTable label={label} columns={onAction ? [m.staff_waiting_position(), ...columns, actions] : columns}>
      {rows.map((row) => (
        <tr key={row.id} className={onAction ? undefined : "text-ink-3"}>
          {onAction && <td className="text-h3 tabular-nums">{row.position ?? "–"}</td>}
          <td className="min-w-40">
            <Person row={row} />
          </td>
          <td className="whitespace-nowrap">{moment(row.joinedAt)}</td>
          <td className="amount">{row.seats}</td>
          <td>
            <State row={row} />
          </td>
          {onAction && (
            <td className="amount">
              <Actions row={row} list={list} onAction={onAction} />
            </td>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}

/** Waitlist entries as cards, for a phone. */
export function WaitlistCards({ list, rows, onAction }: WaitlistProps) {
  const { moment } = useFormats();
  return (
    <Rows>
      {rows.map((row) => (
        <Row
          key={row.id}
          className="items-start!"
          start={onAction && <span className="min-w-5 text-h3 tabular-nums">{row.position ?? "–"}</span>}
        >
          <Lines as="div">
            <div>
              <Person row={row} />
            </div>
            <span className="text-sm text-ink-3">
              {m.staff_waiting_since()} {moment(row.joinedAt)} · {m.staff_common_seats()}: {row.seats}
            </span>
            <div>
              <State row={row} />
            </div>
            {onAction && (
              <div>
                <Actions row={row} list={list} onAction={onAction} />
              </div>
            )}
          </Lines>
        </Row>
      ))}
    </Rows>
  );
}

/** The name of the person and their contact details. */
function Person({ row }: { row: WaitlistEntry }) {
  const phone = row.phone && (
    <a
      className="font-normal whitespace-nowrap text-primary hover:underline"
      href={`tel:${row.phone.replaceAll(/[^\d+]/g, "")}`}
    >
      <bdi dir="ltr">{row.phone}</bdi>
    </a>
  );
  return (
    <>
      <TextLink to={`/people/${row.personId}`}>
        <bdi className="font-medium">{row.name}</bdi>
      </TextLink>
      {row.name_other && (
        <>
          {" "}
          <bdi className="text-sm text-ink-3">{row.name_other}</bdi>
        </>
      )}
      <SecondLine>
        {row.profession && professionName(row.profession)}
        {row.profession && phone && " · "}
        {phone}
      </SecondLine>
      <SecondLine>
        <a className="font-normal text-primary hover:underline" href={buildMailLink(row.email)}>
          <EmailAddress address={row.email} />
        </a>
      </SecondLine>
    </>
  );
}

const stateStyles: Record<"waiting" | "offered" | NonNullable<WaitlistEntry["ended"]>, { tone: Tone; icon: IconName }> =
  {
    waiting: { tone: "neutral", icon: "list-ordered" },
    offered: { tone: "attention", icon: "hourglass" },
    bought: { tone: "good", icon: "circle-check" },
    left: { tone: "neutral", icon: "x" },
    declined: { tone: "neutral", icon: "x" },
    unanswered: { tone: "neutral", icon: "clock" },
    "taken-off": { tone: "neutral", icon: "user-x" },
    "sale-ended": { tone: "neutral", icon: "clock" },
    "run-cancelled": { tone: "neutral", icon: "ticket-x" },
  };

function State({ row }: { row: WaitlistEntry }) {
  const { moment, momentInText } = useFormats();
  const state = row.ended ?? (row.state === "offered" ? "offered" : "waiting");
  return (
    <>
      <Chip {...stateStyles[state]}>{m[`staff_waiting_states_${toSnakeCase(state)}`]()}</Chip>
      <SecondLine>
        {row.state === "offered" && row.endsAt && m.staff_waiting_held_until({ time: momentInText(row.endsAt) })}
        {row.state === "ended" && row.endedAt && moment(row.endedAt)}
        {row.ended === "bought" && row.orderId !== null && (
          <>
            {" · "}
            <TextLink to={`/orders/${row.orderId}`}>
              <bdi className="whitespace-nowrap tabular-nums" dir="ltr">
                #{row.orderId}
              </bdi>
            </TextLink>
          </>
        )}
      </SecondLine>
      {row.movedUpReason && (
        <SecondLine className="wrap-anywhere">
          {m.staff_waiting_moved_up({ reason: isolate(row.movedUpReason) })}
        </SecondLine>
      )}
    </>
  );
}

function Actions({ row, list, onAction }: Required<Pick<WaitlistProps, "list" | "onAction">> & { row: WaitlistEntry }) {
  if (!useCan()("waiting.write")) return null;
  const getActionLabel = (action: WaitlistAction) => `${m[`staff_waiting_${action}`]()}: ${isolate(row.name)}`;
  if (row.state === "offered")
    return (
      <Button
        size="sm"
        variant="ghost"
        icon="undo-2"
        mirrorsIcon
        aria-label={getActionLabel("take_back")}
        onClick={() => onAction("take_back", row)}
      >
        {m.staff_waiting_take_back()}
      </Button>
    );
  return (
    <span className="inline-flex items-center gap-1.5">
      <TooltipButton
        icon="arrow-up"
        label={getActionLabel("move_up")}
        disabled={row.position === 1}
        onClick={() => onAction("move_up", row)}
      />
      <Button
        variant="secondary"
        size="sm"
        icon="send"
        mirrorsIcon
        disabled={!list.isOpen || list.seatsFree < row.seats}
        aria-label={getActionLabel("offer")}
        onClick={() => onAction("offer", row)}
      >
        {m.staff_waiting_offer()}
      </Button>
      <TooltipButton icon="user-x" label={getActionLabel("take_off")} onClick={() => onAction("take_off", row)} />
    </span>
  );
}
