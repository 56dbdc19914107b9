import { clsx } from "clsx/lite";
import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import type { FormSeat } from "#features/seats/attendee-form.ts";
import { isBlankAttendee, type SeatChoice, type SeatChoices } from "#features/checkout/seat-choices.ts";
import type { ReviewLine } from "./order-review.tsx";
import { LineName, OnlySeat, SeatRow } from "./seat-fields.tsx";

/** Loaded when opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  namedLater: ReadonlySet<number>;
  /** What the fields of a seat hold. */
  getPerson: (runId: number, seat: number) => Attendee;
  userId: string;
  choices: Pick<SeatChoices, "later" | "rounds">;
  onChoose: (choice: SeatChoice) => void;
  /** The people take the first of the run's `qty` seats. */
  onUseList: (runId: number, qty: number, people: Attendee[]) => void;
  /** Whether a list of the run was checked and is not in the seats. */
  onUnusedList: (runId: number, isUnused: boolean) => void;
}

/** Asks who attends: the buyer, people typed here or from a list, or nobody yet. */
export function WhoAttends(props: WhoAttendsProps) {
  const { lines, seats, choices } = props;
  return (
    <Card as="section" aria-labelledby="attends" className="@container">
      <h2 id="attends" className="mb-2 text-h3">
        {m.checkout_who_attends()}
      </h2>
      <p className="mb-5 text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>
      {seats.some(({ runId, isSelf }) => !isSelf && !choices.later[runId]) && <ConfirmAddress className="mb-6" />}
      <div className="grid gap-7">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-4 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            {line.qty > 1 ? <SeatGroup {...props} line={line} /> : <SingleSeat {...props} line={line} />}
          </div>
        ))}
      </div>
    </Card>
  );
}

interface LineProps extends WhoAttendsProps {
  line: ReviewLine;
}

function getSelfHandler({ line: { id: runId }, registered, onChoose }: LineProps) {
  return registered.has(runId) ? undefined : (isSelf: boolean) => onChoose({ kind: "self", runId, isSelf });
}

function SingleSeat(props: LineProps) {
  const { line, seats, buyer, getPerson } = props;
  const onSelf = getSelfHandler(props);
  const seat = seats.find(({ runId }) => runId === line.id);
  return seat && <OnlySeat seat={seat} buyer={buyer} person={getPerson(line.id, 1)} onSelf={onSelf} />;
}

const modes = ["type", "paste", "file", "later"] as const;
type Mode = (typeof modes)[number];

const modeLabels: Record<Mode, { label: () => string; icon: IconName }> = {
  type: { label: m.checkout_mode_type, icon: "pencil" },
  paste: { label: m.checkout_mode_paste, icon: "clipboard-list" },
  file: { label: m.checkout_mode_file, icon: "file-text" },
  later: { label: m.checkout_mode_later, icon: "link" },
};

function ModeSwitch({ runId, mode, onChange }: { runId: number; mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset className="grid grid-cols-2 overflow-clip rounded-control border border-line-2 @lg:grid-cols-4">
      <legend className="sr-only">{m.checkout_mode()}</legend>
      {modes.map((value) => (
        <label
          key={value}
          className={clsx(
            "flex min-h-11 cursor-pointer items-center justify-center gap-2 px-2 text-center text-sm",
            "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2",
            value === mode ? "bg-primary-tint font-medium text-primary" : "text-ink-2",
          )}
        >
          <input
            type="radio"
            name={`mode.${runId}`}
            className="sr-only"
            checked={value === mode}
            onChange={() => onChange(value)}
          />
          <Icon name={modeLabels[value].icon} size="sm" />
          {modeLabels[value].label()}
        </label>
      ))}
    </fieldset>
  );
}

/** From this many seats on, a list to paste is offered first. */
const minSeatsForList = 6;

/** The seats of one date: typed line by line, from a list, or named after the purchase. */
function SeatGroup(props: LineProps) {
  const { line, seats, buyer, namedLater, getPerson, userId, choices, onChoose, onUseList, onUnusedList } = props;
  const runId = line.id;
  const canNameLater = namedLater.has(runId);
  const isLater = canNameLater && choices.later[runId] === true;
  const runSeats = seats.filter((seat) => seat.runId === runId);
  const isOpenSeat = ({ isSelf, seat }: FormSeat) => !isSelf && isBlankAttendee(getPerson(runId, seat));
  const [mode, setMode] = useState<Mode>(() => {
    if (isLater) return "later";
    const isNew = runSeats.every((seat) => seat.isSelf || isOpenSeat(seat));
    return canNameLater && isNew && line.qty >= minSeatsForList ? "paste" : "type";
  });
  const list = useRef<HTMLUListElement>(null);
  const onSelf = getSelfHandler(props);
  const next = runSeats.find(isOpenSeat)?.seat;
  const choose = (mode: Mode) => {
    setMode(mode);
    if (isLater !== (mode === "later")) onChoose({ kind: "later", runId, isLater: mode === "later" });
  };
  const isList = mode === "paste" || mode === "file";
  return (
    <>
      {canNameLater && <ModeSwitch runId={runId} mode={mode} onChange={choose} />}
      {isList && (
        // As high as the panel, which is still loading.
        <div className="grid min-h-84">
          <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
            <PeopleList
              runId={runId}
              userId={userId}
              seats={line.qty}
              source={mode}
              onUnused={(isUnused) => onUnusedList(runId, isUnused)}
              onUse={(people) => {
                flushSync(() => {
                  setMode("type");
                  onUseList(runId, line.qty, people);
                });
                list.current?.focus();
              }}
            />
          </Suspense>
        </div>
      )}
      <ul ref={list} tabIndex={-1} className="divide-y divide-line border-y border-line outline-none">
        {runSeats.map((seat) => (
          <li
            key={`${seat.seat} ${choices.rounds[runId] ?? 0}`}
            hidden={seat.seat > 1 && (isLater || (isList && isOpenSeat(seat)))}
          >
            <SeatRow
              seat={seat}
              buyer={buyer}
              person={getPerson(runId, seat.seat)}
              isNext={!isList && seat.seat === next}
              onSelf={seat.seat === 1 ? onSelf : undefined}
            />
          </li>
        ))}
      </ul>
      {canNameLater && (
        <p className="text-sm text-ink-3">
          {isLater ? m.checkout_later_hint({ count: line.qty - 1 }) : m.checkout_name_later_hint()}
        </p>
      )}
    </>
  );
}
