import { clsx } from "clsx/lite";
import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "#messages";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { useDismissErrors } from "#ui/form-context.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import type { FormSeat } from "#features/seats/attendee-form.ts";
import { isUnnamed, type SeatChoice, type SeatChoices } from "#features/checkout/seat-choices.ts";
import { listField } from "#features/checkout/groups/people-draft.ts";
import { CheckoutCard } from "./checkout-frame.tsx";
import type { ReviewLine } from "./order-review.tsx";
import { LineName, OnlySeat, SeatRow } from "./seat-fields.tsx";

/** Loaded when the buyer chooses to paste or upload a list. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  runsNamedLater: ReadonlySet<number>;
  /** Current values of a seat's fields. */
  getPerson: (runId: number, seat: number) => Attendee;
  userId: string;
  choices: Pick<SeatChoices, "later" | "rounds">;
  onChoose: (choice: SeatChoice) => void;
  /** Called when the people of a list are to take seats of the run. */
  onUseList: (runId: number, people: Attendee[]) => void;
  /** Called with whether the list contains people who have no seat yet. */
  onUnusedList: (runId: number, isUnused: boolean) => void;
}

type ModeFacts = Pick<WhoAttendsProps, "seats" | "runsNamedLater" | "choices" | "getPerson">;

/** Asks who attends: the buyer, people typed here or from a list, or nobody yet. */
export function WhoAttends({ onChoose, onUseList, ...props }: WhoAttendsProps) {
  const { lines, seats } = props;
  const [modes, setModes] = useState(() => new Map(lines.map((line) => [line.id, initialMode(line, props)])));
  const dismissErrors = useDismissErrors();
  // Error messages are about the people who were in the fields before, so they no longer apply.
  const dismissPeople = () => dismissErrors((name) => /^(attendees|list)\./.test(name));
  const isList = (runId: number) => modes.get(runId) === "paste" || modes.get(runId) === "file";
  return (
    <CheckoutCard aria-labelledby="attends">
      <h2 id="attends" className="mb-2 text-h3">
        {m.checkout_who_attends()}
      </h2>
      {seats.some(({ isSelf }) => !isSelf) && <p className="text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>}
      <div className="mt-3 grid gap-7 md:mt-4">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-4 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            <LineSeats
              {...props}
              line={line}
              mode={modes.get(line.id) ?? "type"}
              onMode={(mode) => {
                dismissErrors((name) => name === listField(line.id));
                setModes((modes) => new Map(modes).set(line.id, mode));
              }}
              onChoose={(choice) => {
                dismissPeople();
                onChoose(choice);
              }}
              onUseList={(runId, people) => {
                dismissPeople();
                onUseList(runId, people);
              }}
            />
          </div>
        ))}
      </div>
      {seats.some(({ runId, isSelf, isLater }) => isList(runId) || (!isSelf && !isLater)) && (
        <ConfirmAddress className="mt-6" />
      )}
    </CheckoutCard>
  );
}

interface LineProps extends WhoAttendsProps {
  line: ReviewLine;
  mode: Mode;
  onMode: (mode: Mode) => void;
}

function LineSeats(props: LineProps) {
  const { line, seats, buyer, getPerson, registered, onChoose } = props;
  const runId = line.id;
  const runSeats = seats.filter((seat) => seat.runId === runId);
  const onSelf = registered.has(runId) ? undefined : (isSelf: boolean) => onChoose({ kind: "self", runId, isSelf });
  const [first] = runSeats;
  if (line.qty > 1) return <SeatGroup {...props} runSeats={runSeats} onSelf={onSelf} />;
  return first && <OnlySeat seat={first} buyer={buyer} person={getPerson(runId, 1)} onSelf={onSelf} />;
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
    <fieldset className="grid grid-cols-4 divide-x divide-line-2 overflow-clip rounded-control border border-line-2">
      <legend className="sr-only">{m.checkout_mode()}</legend>
      {modes.map((value) => (
        <label
          key={value}
          className={clsx(
            "flex min-h-12 cursor-pointer items-center justify-center gap-2 px-1 text-center text-[.8125rem] leading-tight text-balance @lg:text-sm",
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
          <Icon name={modeLabels[value].icon} size="sm" className="@max-lg:hidden" />
          {modeLabels[value].label()}
        </label>
      ))}
    </fieldset>
  );
}

/** From this many seats on, pasting a list is preselected. */
const minSeatsForList = 6;

function initialMode({ id, qty }: ReviewLine, { seats, runsNamedLater, choices, getPerson }: ModeFacts): Mode {
  if (!runsNamedLater.has(id)) return "type";
  if (choices.later[id]) return "later";
  const isNew = seats.every((seat) => seat.runId !== id || seat.isSelf || isUnnamed(seat, getPerson));
  return isNew && qty >= minSeatsForList ? "paste" : "type";
}

interface SeatGroupProps extends LineProps {
  runSeats: readonly FormSeat[];
  onSelf: ((isSelf: boolean) => void) | undefined;
}

/** The seats of one line: the buyer types the attendees, adds them from a list, or names them after the purchase. */
function SeatGroup(props: SeatGroupProps) {
  const { line, mode, onMode, runSeats, onSelf, buyer, runsNamedLater, getPerson, userId, choices } = props;
  const { onChoose, onUseList, onUnusedList } = props;
  const runId = line.id;
  const canNameLater = runsNamedLater.has(runId);
  const isLater = canNameLater && choices.later[runId] === true;
  const isList = mode === "paste" || mode === "file";
  const unnamed = runSeats.filter((seat) => isUnnamed(seat, getPerson));
  const list = useRef<HTMLUListElement>(null);
  const choose = (mode: Mode) => {
    onMode(mode);
    if (isLater !== (mode === "later")) onChoose({ kind: "later", runId, isLater: mode === "later" });
  };
  const applyList = (people: Attendee[], isAll: boolean) => {
    flushSync(() => {
      if (isAll) onMode("type");
      onUseList(runId, people);
    });
    if (isAll) list.current?.focus();
  };
  return (
    <>
      {canNameLater && <ModeSwitch runId={runId} mode={mode} onChange={choose} />}
      {isList && (
        // Reserves the height of the paste panel while it loads; the height depends on how its label and hint wrap.
        <div className={clsx("grid content-start", mode === "paste" && "min-h-65 @lg:min-h-59 @lg:rtl:min-h-65")}>
          <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
            <PeopleList
              runId={runId}
              userId={userId}
              seats={unnamed.length}
              allSeats={line.qty}
              source={mode}
              onUnused={(isUnused) => onUnusedList(runId, isUnused)}
              onUse={applyList}
            />
          </Suspense>
        </div>
      )}
      <ul ref={list} tabIndex={-1} className="border-t border-line outline-none">
        {runSeats.map((seat) => (
          <li
            key={`${seat.seat} ${choices.rounds[runId] ?? 0}`}
            hidden={seat.seat > 1 && (isLater || (isList && unnamed.includes(seat)))}
            className="border-b border-line"
          >
            <SeatRow
              seat={seat}
              buyer={buyer}
              person={getPerson(runId, seat.seat)}
              isNext={seat === unnamed[0] && (seat.seat === 1 || !isList)}
              onSelf={seat.seat === 1 ? onSelf : undefined}
            />
          </li>
        ))}
      </ul>
      {canNameLater && !isList && (
        <p className="text-sm text-ink-3">
          {isLater ? m.checkout_later_hint({ count: line.qty - 1 }) : m.checkout_name_later_hint()}
        </p>
      )}
    </>
  );
}
