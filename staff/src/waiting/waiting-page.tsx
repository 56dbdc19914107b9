import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { StaffReply } from "../api-types.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useMay } from "../frame/session.ts";
import { m, underscored } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/card.tsx";
import { Chip, type Tone } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { IconName } from "../parts/icon-names.ts";
import { Menu } from "../parts/menu.tsx";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Empty, Read } from "../parts/states.tsx";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";

type WaitingList = StaffReply<"GET /api/staff/runs/:id/waiting-list">;
type Row = WaitingList["rows"][number];
type Action = "offer" | "move_up" | "take_off";

/** Who waits for a seat of a run, and what may be done for them. */
export default function WaitingPage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const list = useQuery(staffQuery("GET /api/staff/runs/:id/waiting-list", { id }));
  return (
    <Read of={[run, list]} lines={10}>
      {(run, list) => <WaitingView run={run} list={list} />}
    </Read>
  );
}

function WaitingView({ run, list }: { run: FullRun; list: WaitingList }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ action: Action; row: Row } | null>(null);
  const { rows, waiting, seats_offered: offered, seats_free: free } = list;
  return (
    <>
      <RunHead run={run} facts={m.staff_waiting_facts({ waiting, offered, free })} />
      <div className="stack">
        <Card flush>
          {rows.length === 0 ? (
            <Empty icon="list-ordered" title={m.staff_waiting_none()}>
              {m.staff_waiting_none_text()}
            </Empty>
          ) : (
            <ScrollRegion label={m.staff_waiting_title()}>
              <Places list={list} onAsk={(action, row) => setAsked({ action, row })} />
            </ScrollRegion>
          )}
        </Card>
        <p className="small quiet">
          {m.staff_waiting_rule()} {m.staff_waiting_interested({ count: list.interested })}
        </p>
      </div>
      {asked && (
        <ActionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onChanged={() => void client.invalidateQueries({ queryKey: ["staff"] })}
        />
      )}
    </>
  );
}

interface PlacesProps {
  list: WaitingList;
  onAsk(action: Action, row: Row): void;
}

function Places({ list, onAsk }: PlacesProps) {
  const { moment } = useFormats();
  return (
    <table className="table">
      <caption className="sr-only">{m.staff_waiting_title()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.staff_waiting_position()}</th>
          <th scope="col">{m.staff_waiting_person()}</th>
          <th scope="col">{m.staff_waiting_since()}</th>
          <th scope="col" className="amount">
            {m.staff_waiting_seats()}
          </th>
          <th scope="col">{m.staff_waiting_state()}</th>
          <th scope="col">
            <span className="sr-only">{m.staff_waiting_actions()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <tr key={row.id} className={row.state === "ended" ? "text-ink-3" : undefined}>
            <td className="text-h3 tabular-nums">{row.position ?? "–"}</td>
            <td className="min-w-40">
              <Link className="link" to={`/people/${row.person_id}`}>
                <bdi className="strong">{row.name}</bdi>
              </Link>
              {row.name_other && (
                <span className="second-line">
                  <bdi>{row.name_other}</bdi>
                </span>
              )}
            </td>
            <td className="whitespace-nowrap">{moment(row.joined_at)}</td>
            <td className="amount">{row.seats}</td>
            <td>
              <State row={row} />
            </td>
            <td className="amount">
              <Actions row={row} list={list} onAsk={onAsk} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const looks: Record<"waiting" | "offered" | NonNullable<Row["ended"]>, { tone: Tone; icon: IconName }> = {
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

function State({ row }: { row: Row }) {
  const { moment, momentInText } = useFormats();
  const state = row.ended ?? (row.state === "offered" ? "offered" : "waiting");
  return (
    <>
      <Chip {...looks[state]}>{m[`staff_waiting_states_${underscored(state)}`]()}</Chip>
      <span className="second-line">
        {row.state === "offered" && row.ends_at && m.staff_waiting_held_until({ time: momentInText(row.ends_at) })}
        {row.state === "ended" && row.ended_at && moment(row.ended_at)}
        {row.ended === "bought" && row.order_id !== null && (
          <>
            {" · "}
            <Link className="link" to={`/orders/${row.order_id}`}>
              #{row.order_id}
            </Link>
          </>
        )}
      </span>
      {row.moved_up_reason && (
        <span className="second-line wrap-anywhere">
          {m.staff_waiting_moved_up({ reason: isolate(row.moved_up_reason) })}
        </span>
      )}
    </>
  );
}

function Actions({ row, list, onAsk }: PlacesProps & { row: Row }) {
  const may = useMay();
  if (row.state === "ended" || !may("waiting.write")) return null;
  const isWaiting = row.state === "waiting";
  return (
    <span className="inline-flex items-center gap-1.5">
      {isWaiting && (
        <Button
          size="sm"
          icon="send"
          disabled={!list.is_open || list.seats_free < row.seats}
          aria-label={`${m.staff_waiting_offer()}: ${isolate(row.name)}`}
          onClick={() => onAsk("offer", row)}
        >
          {m.staff_waiting_offer()}
        </Button>
      )}
      <Menu
        isIcon
        icon="ellipsis-vertical"
        label={m.staff_waiting_actions_of({ name: isolate(row.name) })}
        items={[
          isWaiting && {
            label: m.staff_waiting_move_up(),
            icon: "arrow-up",
            isDisabled: row.position === 1,
            onChoose: () => onAsk("move_up", row),
          },
          {
            label: m.staff_waiting_take_off(),
            icon: "user-x",
            isDanger: true,
            onChoose: () => onAsk("take_off", row),
          },
        ]}
      />
    </span>
  );
}

const calls = {
  offer: "POST /api/staff/waiting-places/:id/offer",
  move_up: "POST /api/staff/waiting-places/:id/move-up",
  take_off: "POST /api/staff/waiting-places/:id/take-off",
} as const;

/** Each asks why: it is written to the audit log. */
function ActionDialog(props: { action: Action; row: Row; onClose(): void; onChanged(): void }) {
  const { action, row, onClose, onChanged } = props;
  const notify = useNotify();
  const confirm = async (reason: string) => {
    await callStaff(calls[action], { id: row.id, reason });
    notify(m.staff_waiting_done(), { type: "success" });
    onChanged();
  };
  return (
    <ReasonDialog
      title={m[`staff_waiting_${action}_title`]({ name: isolate(row.name) })}
      action={m[`staff_waiting_${action}`]()}
      label={m.staff_waiting_reason()}
      isDangerous={action === "take_off"}
      onClose={onClose}
      onConfirm={confirm}
    >
      {m[`staff_waiting_${action}_text`]()}
    </ReasonDialog>
  );
}
