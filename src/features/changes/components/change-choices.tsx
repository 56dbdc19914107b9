import { clsx } from "clsx/lite";
import { useId, useState, type ReactNode } from "react";
import { weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { callApi } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { PersonFields } from "#features/checkout/components/seat-fields.tsx";
import type { ChangeLine, ChangeReply, QuoteReply } from "#features/changes/change.schema.ts";
import { isNothing, NextSteps, QuotePanel } from "./quote-panel.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

export type Choice = "move" | "person" | "cancel";

interface ChoiceProps {
  icon: IconName;
  title: string;
  hint: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Card of one kind of change. At most one card is open at a time. */
function ChoiceCard({ icon, title, hint, isOpen, onToggle, children }: ChoiceProps) {
  const id = useId();
  return (
    <section className={clsx("rounded-card border bg-surface", isOpen ? "border-2 border-primary" : "border-line")}>
      <h3 className="font-sans text-base tracking-normal">
        <button
          type="button"
          id={`${id}-head`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className="flex w-full items-center gap-4 p-5 text-start"
          onClick={onToggle}
        >
          <span
            aria-hidden="true"
            className={clsx(
              "grid size-5 flex-none place-items-center rounded-full border-2",
              isOpen ? "border-primary" : "border-line-2",
            )}
          >
            {isOpen && <span className="size-2.5 rounded-full bg-primary" />}
          </span>
          <Icon name={icon} className="flex-none text-primary" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-ink-3">{hint}</span>
          </span>
          <Icon name="chevron-down" size="sm" className={clsx("flex-none text-ink-3", isOpen && "rotate-180")} />
        </button>
      </h3>
      {isOpen && (
        <div id={id} role="group" aria-labelledby={`${id}-head`} className="px-5 pb-6">
          {children}
        </div>
      )}
    </section>
  );
}

type Seat = ChangeLine["seats"][number];

const formatSeatName = ({ name, is_own }: Seat) =>
  name === null ? m.changes_seat_unnamed() : is_own ? m.changes_seat_own({ name: isolate(name) }) : isolate(name);

/** Checkboxes for the seats of the line. */
export function SeatBoxes({
  seats,
  chosen,
  onChange,
}: {
  seats: readonly Seat[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{m.changes_which_seats()}</legend>
      {seats.map((seat) => (
        <Checkbox
          key={seat.id}
          label={formatSeatName(seat)}
          checked={chosen.includes(seat.id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, seat.id] : chosen.filter((id) => id !== seat.id))
          }
        />
      ))}
    </fieldset>
  );
}

interface RadioRowsProps<Value> {
  legend: string;
  name: string;
  rows: readonly { value: Value; disabled?: boolean; content: ReactNode }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Radio buttons as cards. */
function RadioRows<Value extends number>({ legend, name, rows, value, onChange }: RadioRowsProps<Value>) {
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2">
        {rows.map((row) => (
          <label
            key={row.value}
            className={clsx(
              "flex min-h-11 items-center gap-3 rounded-[12px] border px-4 py-3",
              row.disabled
                ? "border-line bg-sunken text-ink-3"
                : row.value === value
                  ? "border-2 border-primary bg-primary-tint"
                  : "border-line-2",
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-4.5 flex-none accent-primary"
              checked={row.value === value}
              disabled={row.disabled}
              onChange={() => onChange(row.value)}
            />
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 gap-y-1">{row.content}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function DateRows({
  line,
  seats,
  value,
  onChange,
}: { line: ChangeLine; seats: number } & Pick<RadioRowsProps<number>, "value" | "onChange">) {
  const locale = useLocale();
  const formatDifference = (difference: string) => {
    if (isNothing(difference)) return m.changes_same_price();
    const amount = isolate(formatSar(difference.replace("-", ""), locale));
    return difference.startsWith("-") ? m.changes_less({ amount }) : m.changes_more({ amount });
  };
  const rows = line.dates.map((date) => ({
    value: date.course_id,
    disabled: date.seats_left < Math.max(1, seats),
    content: (
      <>
        <span className="min-w-0">
          <span className="block font-medium">{weekdayRange(date.start_date, date.end_date, locale)}</span>
          <span className="block text-sm text-ink-3">
            <LocalizedText eng={date.venue_eng} ar={date.venue_ar} />
          </span>
          <span className="block text-sm text-ink-3">
            <TimesOfSessions of={date.sessions} />
          </span>
          {date.accreditation_status === "accredited" && (
            <span className="block text-sm text-ink-3">{m.catalogue_cme_hours({ count: date.hours })}</span>
          )}
        </span>
        <span className="text-sm md:text-end">
          <span className="block">{formatDifference(date.difference)}</span>
          <span className="block text-ink-3">
            {date.seats_left > 0 ? m.changes_seats_left({ count: date.seats_left }) : m.changes_full()}
          </span>
        </span>
      </>
    ),
  }));
  return <RadioRows legend={m.changes_new_date()} name="date" rows={rows} value={value} onChange={onChange} />;
}

interface PanelProps {
  orderId: number;
  line: ChangeLine;
  onDone: (done: Choice, reply: Pick<ChangeReply, "state"> & Partial<ChangeReply>, seats: number) => void;
  onKeep: () => void;
}

/** Idempotency key of a quote: a second click on its button sends the same key. */
const getQuoteKey = ({ quote }: QuoteReply) => quote.slice(-43);

/** Lists what happens after the buyer accepts the quote. */
function listNextSteps(kind: "cancel" | "move", quote: QuoteReply, isKept: boolean): string[] {
  const hasBack = !isNothing(quote.back);
  const money = quote.by_hand ? m.changes_next_hand() : m.changes_next_money();
  if (kind === "cancel") return [m.changes_next_closed(), ...(hasBack ? [m.changes_next_note(), money] : [])];
  if (!isNothing(quote.pay))
    return [
      isKept ? m.changes_next_pay_kept() : m.changes_next_pay(),
      m.changes_next_moved(),
      m.changes_next_tickets(),
    ];
  const documents = hasBack ? [m.changes_next_note(), money] : [m.changes_next_invoice()];
  return [m.changes_next_moved(), m.changes_next_tickets(), ...documents];
}

/** Panel of a cancellation or a move: it quotes what the buyer has chosen, and one button carries it out. */
function QuotedPanel({ kind, orderId, line, onDone, onKeep }: PanelProps & { kind: "cancel" | "move" }) {
  const locale = useLocale();
  const lineSeatIds = line.seats.map(({ id }) => id);
  const [seatIds, setSeatIds] = useState<number[]>(lineSeatIds.length === 1 ? lineSeatIds : []);
  const [toRun, setToRun] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const isComplete = seatIds.length > 0 && (kind === "cancel" || toRun !== null);
  const quoteInput = {
    order_id: orderId,
    course_id: line.course_id,
    kind,
    seat_ids: seatIds.toSorted((a, b) => a - b),
    to_course_id: kind === "move" ? toRun : null,
  };
  const { answer, refetch } = useApiQuery(isComplete ? JSON.stringify(quoteInput) : null, (signal) =>
    callApi("/api/change-quote", quoteInput, signal),
  );
  const quote = isComplete && answer?.ok ? answer.data : null;

  async function carryOut() {
    if (!quote || busy) return;
    setBusy(true);
    setProblem("");
    const reply = await callApi("/api/change-seats", { quote: quote.quote, key: getQuoteKey(quote) });
    setBusy(false);
    if (reply.ok) return onDone(kind, reply.data, seatIds.length);
    setProblem(reply.message || m.platform_our_fault());
    refetch();
  }

  function formatButtonLabel(): string {
    if (!quote) return kind === "cancel" ? m.changes_cancel() : m.changes_do_move();
    if (quote.needs_staff) return m.changes_do_ask();
    const amount = isolate(formatSar(isNothing(quote.pay) ? quote.back : quote.pay, locale));
    if (kind === "cancel") return m.changes_do_cancel({ amount });
    if (!isNothing(quote.pay)) return m.changes_do_move_pay({ amount });
    return isNothing(quote.back) ? m.changes_do_move() : m.changes_do_move_back({ amount });
  }
  const wait = isComplete ? null : kind === "cancel" ? m.changes_quote_wait() : m.changes_quote_wait_move();
  const quoteOrError = answer && !answer.ok ? answer.message || m.platform_our_fault() : quote;
  return (
    <>
      <SeatBoxes seats={line.seats} chosen={seatIds} onChange={setSeatIds} />
      {kind === "move" && <DateRows line={line} seats={seatIds.length} value={toRun} onChange={setToRun} />}
      <div className="mt-5 grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,.85fr)]">
        <QuotePanel quote={isComplete ? quoteOrError : null} wait={wait} />
        {quote && <NextSteps steps={listNextSteps(kind, quote, line.kept_until !== null)} />}
      </div>
      {problem && (
        <Alert tone="danger" className="mt-5" announces>
          {problem}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant={kind === "cancel" ? "danger" : "primary"}
          disabled={!quote?.allowed}
          isPending={busy}
          onClick={() => void carryOut()}
        >
          {formatButtonLabel()}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          {m.changes_keep()}
        </Button>
      </div>
    </>
  );
}

function PersonPanel({ orderId, line, onDone, onKeep }: PanelProps) {
  const [firstSeat] = line.seats;
  const [seatId, setSeatId] = useState<number | null>(line.seats.length === 1 ? (firstSeat?.id ?? null) : null);
  const [key] = useState(() => crypto.randomUUID());
  async function send(data: FormData) {
    const text = (name: string) => getFormText(data, name);
    const person = {
      name: text("name"),
      name_other: text("name_other"),
      email: text("email"),
      scfhs_number: text("scfhs_number"),
    };
    const input = { ...person, order_id: orderId, seat_id: seatId ?? 0, key };
    const reply = await callApi("/api/send-another", input);
    if (!reply.ok) return reply;
    onDone("person", reply.data, 1);
    return undefined;
  }
  return (
    <Form onSend={send}>
      {line.seats.length > 1 && (
        <RadioRows
          legend={m.changes_whose_seat()}
          name="seat"
          rows={line.seats.map((seat) => ({ value: seat.id, content: formatSeatName(seat) }))}
          value={seatId}
          onChange={setSeatId}
        />
      )}
      <ConfirmAddress className="mt-5" />
      <div className="@container mt-5">
        <PersonFields />
      </div>
      <div className="mt-5">
        <NextSteps steps={[m.changes_next_person(), m.changes_next_certificate(), m.changes_next_invoice()]} />
      </div>
      <FormAlert className="mt-5" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" disabled={seatId === null}>
          {m.changes_do_person()}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          {m.changes_keep()}
        </Button>
      </div>
    </Form>
  );
}

function moveHint({ may_move, was_moved, kept_until, dates }: ChangeLine): string {
  if (was_moved && kept_until === null) return m.changes_move_moved();
  if (!may_move) return m.changes_not_any_more();
  return dates.length > 0 ? m.changes_move_dates({ count: dates.length }) : m.changes_move_none();
}

/** Cards of the three kinds of change to a line. A card whose change the policy no longer allows says so. */
export function ChangeChoices({ orderId, line, onDone }: Omit<PanelProps, "onKeep">) {
  const [open, setOpen] = useState<Choice | null>(line.kept_until === null ? null : "move");
  const toggle = (choice: Choice) => () => setOpen(open === choice ? null : choice);
  const panel = { orderId, line, onDone, onKeep: () => setOpen(null) };
  const exceptionText = <p className="text-ink-2">{m.changes_exception_text()}</p>;
  return (
    <div className="grid gap-4">
      <ChoiceCard
        icon="calendar-days"
        title={m.changes_move()}
        hint={moveHint(line)}
        isOpen={open === "move"}
        onToggle={toggle("move")}
      >
        {line.may_move && line.dates.length > 0 ? (
          <QuotedPanel {...panel} kind="move" />
        ) : (
          <p className="text-ink-2">{moveHint(line)}</p>
        )}
      </ChoiceCard>
      {line.kept_until === null && (
        <>
          <ChoiceCard
            icon="users"
            title={m.changes_person()}
            hint={line.may_send ? m.changes_person_hint() : m.changes_begun()}
            isOpen={open === "person"}
            onToggle={toggle("person")}
          >
            {line.may_send ? <PersonPanel {...panel} /> : exceptionText}
          </ChoiceCard>
          <ChoiceCard
            icon="x"
            title={m.changes_cancel()}
            hint={line.percent > 0 ? m.changes_cancel_hint({ count: line.seats.length }) : m.changes_not_any_more()}
            isOpen={open === "cancel"}
            onToggle={toggle("cancel")}
          >
            {line.percent > 0 ? <QuotedPanel {...panel} kind="cancel" /> : exceptionText}
          </ChoiceCard>
        </>
      )}
    </div>
  );
}
