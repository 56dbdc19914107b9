import { clsx } from "clsx/lite";
import { lazy, Suspense, useState } from "react";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { useFormErrors } from "#ui/form-context.ts";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import type { FormSeat } from "#features/seats/attendee-form.ts";
import { isBlankAttendee, type SeatChoice, type SeatChoices } from "#features/checkout/seat-choices.ts";
import type { ReviewLine } from "./order-review.tsx";
import { hasSeatError, LineName, OnlySeat, SeatRow } from "./seat-fields.tsx";

/** Loaded when opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  namedLater: ReadonlySet<number>;
  /** What the fields of a seat hold at first. */
  defaults: (runId: number, seat: number) => Attendee;
  /** What the fields of a seat hold now. */
  getPerson: (runId: number, seat: number) => Attendee;
  userId: string;
  choices: Pick<SeatChoices, "later" | "rounds">;
  onChoose: (choice: SeatChoice) => void;
}

/** Asks who attends: the buyer, people typed here or from a list, or nobody yet. */
export function WhoAttends(props: WhoAttendsProps) {
  const { lines, seats } = props;
  return (
    <Card as="section" aria-labelledby="attends" className="@container">
      <h2 id="attends" className="mb-2 text-h3">
        {m.checkout_who_attends()}
      </h2>
      <p className="mb-5 text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>
      {seats.some(({ isSelf, isLater }) => !isSelf && !isLater) && <ConfirmAddress className="mb-6" />}
      <div className="grid gap-7">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-4 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            {line.qty > 1 ? <Group {...props} line={line} /> : <Single {...props} line={line} />}
          </div>
        ))}
      </div>
    </Card>
  );
}

interface LineProps extends WhoAttendsProps {
  line: ReviewLine;
}

function getSelfChoice({ line: { id: runId }, registered, onChoose }: LineProps) {
  return registered.has(runId) ? undefined : (isSelf: boolean) => onChoose({ kind: "self", runId, isSelf });
}

function Single(props: LineProps) {
  const { line, seats, buyer, defaults } = props;
  const onSelf = getSelfChoice(props);
  const seat = seats.find(({ runId }) => runId === line.id);
  return seat && <OnlySeat seat={seat} buyer={buyer} defaults={defaults(line.id, 1)} onSelf={onSelf} />;
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
function Group(props: LineProps) {
  const { line, seats, buyer, namedLater, defaults, getPerson, userId, choices, onChoose } = props;
  const runId = line.id;
  const isLater = choices.later[runId] === true;
  const own = seats.filter((seat) => seat.runId === runId);
  const [mode, setMode] = useState<Mode>(() => {
    if (isLater) return "later";
    const isNamed = own.some(({ isSelf, seat }) => !isSelf && !isBlankAttendee(getPerson(runId, seat)));
    return namedLater.has(runId) && line.qty >= minSeatsForList && !isNamed ? "paste" : "type";
  });
  const onSelf = getSelfChoice(props);
  const next = own.find(({ isSelf, seat }) => !isSelf && isBlankAttendee(getPerson(runId, seat)))?.seat;
  const choose = (mode: Mode) => {
    setMode(mode);
    if (isLater !== (mode === "later")) onChoose({ kind: "later", runId, isLater: mode === "later" });
  };
  const isList = mode === "paste" || mode === "file";
  const errors = useFormErrors();
  // A field with a message has to be visible.
  if (isList && own.some((seat) => hasSeatError(errors, seat))) setMode("type");
  const mayFollow = namedLater.has(runId);
  return (
    <>
      {mayFollow && <ModeSwitch runId={runId} mode={mode} onChange={choose} />}
      {isList && (
        <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
          <PeopleList
            runId={runId}
            userId={userId}
            seats={line.qty}
            source={mode}
            onUse={(people) => {
              setMode("type");
              onChoose({ kind: "list", runId, qty: line.qty, people });
            }}
          />
        </Suspense>
      )}
      <ul hidden={isList} className="divide-y divide-line border-y border-line">
        {own.map((seat) => (
          <li key={`${seat.seat} ${choices.rounds[runId] ?? 0}`} hidden={isLater && seat.seat > 1}>
            <SeatRow
              seat={seat}
              buyer={buyer}
              defaults={defaults(runId, seat.seat)}
              person={getPerson(runId, seat.seat)}
              isNext={seat.seat === next}
              onSelf={seat.seat === 1 ? onSelf : undefined}
            />
          </li>
        ))}
      </ul>
      {mayFollow && !isList && (
        <p className="text-sm text-ink-3">
          {isLater ? m.checkout_later_hint({ count: line.qty - 1 }) : m.checkout_name_later_hint()}
        </p>
      )}
    </>
  );
}
