import { clsx } from "clsx/lite";
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { LocalizedText, type BilingualText } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Badge } from "#ui/badge.tsx";
import { FieldMessage } from "#ui/field.tsx";
import { useFieldError, useFormErrors } from "#ui/form-context.ts";
import { Icon } from "#ui/icon.tsx";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import { OtherNameField } from "#ui/other-name-field.tsx";
import { attendeeField, isBlankAttendee, type FormSeat } from "#features/seats/attendee-form.ts";

const isFieldOf = (index: number | null) => (name: string) => name.startsWith(`attendees.${index}.`);

/** The seat that the buyer takes. It has no fields, but receives the focus when the server refuses it. */
function BuyerSeat({ buyer, index }: { buyer: Attendee; index: number | null }) {
  const name = Object.keys(useFormErrors()).find(isFieldOf(index));
  const { message, announces } = useFieldError(name, undefined);
  return (
    <>
      <output name={name} tabIndex={-1} className="block text-[.9375rem] [overflow-wrap:anywhere]">
        {m.checkout_you_attend({ name: isolate(buyer.name), email: isolate(buyer.email) })}
      </output>
      {message && <FieldMessage announces={announces}>{message}</FieldMessage>}
    </>
  );
}

/**
 * The fields of one attendee. With `index` they are part of the order's form, at this position in its attendees;
 * without, they belong to a form of their own. `isOptional`: the attendee may be added after the purchase.
 */
export const PersonFields = memo(function PersonFields({
  index,
  defaults,
  isOptional = false,
}: {
  index?: number;
  defaults?: Attendee | null | undefined;
  isOptional?: boolean;
}) {
  const getFieldName = (field: keyof Attendee) => (index === undefined ? field : attendeeField(index, field));
  return (
    <div className="grid gap-4 @lg:grid-cols-2">
      <TextField
        name={getFieldName("name")}
        label={m.common_name()}
        defaultValue={defaults?.name}
        maxLength={120}
        autoComplete="off"
        required={!isOptional}
      />
      <TextField
        name={getFieldName("email")}
        type="email"
        label={m.common_email()}
        defaultValue={defaults?.email}
        maxLength={254}
        autoComplete="off"
        required={!isOptional}
      />
      <TextField
        name={getFieldName("scfhs_number")}
        label={m.common_scfhs_number()}
        hint={m.common_scfhs_number_hint()}
        defaultValue={defaults?.scfhs_number}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <OtherNameField
        name={getFieldName("name_other")}
        nameField={getFieldName("name")}
        defaultValue={defaults?.name_other}
      />
      <UnprintableNote fields={[getFieldName("name"), getFieldName("name_other")]} />
    </div>
  );
});

interface SeatProps {
  seat: FormSeat;
  buyer: Attendee;
  /** Current values of the seat's fields. */
  person: Attendee;
  /** Absent where the buyer cannot take this seat. */
  onSelf: ((isSelf: boolean) => void) | undefined;
}

function SelfLink({ isSelf, onSelf }: { isSelf: boolean; onSelf: (isSelf: boolean) => void }) {
  return (
    <button
      type="button"
      onClick={() => onSelf(!isSelf)}
      className="inline-link min-h-6 justify-self-start text-sm max-md:touch-y"
    >
      {isSelf ? m.checkout_other_attends() : m.checkout_i_attend()}
    </button>
  );
}

/** The seat of a line with one seat. */
export function OnlySeat({ seat: { seat, isSelf, index }, buyer, person, onSelf }: SeatProps) {
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="sr-only">{m.enrolments_seat_number({ n: seat })}</legend>
      {isSelf || index === null ? (
        <BuyerSeat buyer={buyer} index={index} />
      ) : (
        <PersonFields index={index} defaults={person} />
      )}
      {onSelf && <SelfLink isSelf={isSelf} onSelf={onSelf} />}
    </fieldset>
  );
}

const isCompleteAttendee = ({ name, email }: Attendee) => name.trim() !== "" && /\S@\S/.test(email);

/** Whether the fields of a seat are complete. Shows no error while `isTyping`, because the rest may still be typed. */
function SeatBadge({ seat, person, isTyping }: Pick<SeatProps, "seat" | "person"> & { isTyping: boolean }) {
  if (seat.isLater) return <Badge tone="muted">{m.checkout_name_follows()}</Badge>;
  if (isBlankAttendee(person)) return null;
  if (isCompleteAttendee(person))
    return (
      <Badge tone="success" icon="check">
        {m.groups_list_ready()}
      </Badge>
    );
  return isTyping ? null : <FixBadge />;
}

function FixBadge() {
  return (
    <Badge tone="danger" icon="circle-alert">
      {m.groups_list_fix()}
    </Badge>
  );
}

/** One seat of a line with several: a row with the attendee, and the fields below it while the row is open. */
export function SeatRow({
  seat,
  buyer,
  person,
  isNext,
  onSelf,
}: SeatProps & {
  /** The first seat without an attendee: open unless the buyer closed it. */
  isNext: boolean;
}) {
  const { isSelf, index } = seat;
  const [toggled, setToggled] = useState<boolean | null>(null);
  const row = useRef<HTMLFieldSetElement>(null);
  const isWrong = Object.keys(useFormErrors()).some(isFieldOf(index));
  // A field with an error message has to be visible, and stays visible when the message disappears.
  if (isWrong && !toggled) setToggled(true);
  const id = useId();
  const label = m.enrolments_seat_number({ n: seat.seat });
  const isBuyerSeat = isSelf || index === null;
  const isOpen = toggled ?? isNext;

  const closeOnLeave = useEffectEvent(({ target }: Event) => {
    const isInside = target instanceof Node && row.current?.contains(target);
    if (!isInside && !isWrong && isCompleteAttendee(person)) setToggled(null);
  });
  useEffect(() => {
    if (!toggled) return undefined;
    // Not on blur: the pointer is still down then, and when the row closes, the click would miss its target, which
    // moves.
    const events = ["click", "keyup"] as const;
    for (const event of events) document.addEventListener(event, closeOnLeave);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOnLeave);
    };
  }, [toggled]);

  return (
    <fieldset ref={row} className={clsx("grid min-w-0 content-start", isBuyerSeat && "gap-1 py-3")}>
      <legend className="sr-only">{label}</legend>
      {isBuyerSeat ? (
        <BuyerSeat buyer={buyer} index={index} />
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setToggled(!isOpen)}
          className="flex min-h-12 w-full min-w-0 items-center gap-3 py-2 text-start"
        >
          <span className="min-w-0 flex-1 @lg:flex @lg:items-baseline @lg:gap-3">
            <span className="block truncate font-medium">
              <bdi>{person.name.trim() || label}</bdi>
            </span>
            <span className="block truncate text-sm text-ink-3">
              <bdi>{person.email}</bdi>
            </span>
          </span>
          {isWrong ? <FixBadge /> : <SeatBadge seat={seat} person={person} isTyping={isOpen} />}
          <Icon name="chevron-down" size="sm" className={clsx("flex-none text-ink-3", isOpen && "rotate-180")} />
        </button>
      )}
      {!isBuyerSeat && (
        <div id={id} hidden={!isOpen} onFocus={() => setToggled(true)} className="pb-4">
          <PersonFields index={index} defaults={person} isOptional={seat.isLater} />
        </div>
      )}
      {/* Rendered at the same position in both cases, so that it keeps the focus. */}
      {onSelf && (
        <div className={isBuyerSeat ? undefined : "pb-2"}>
          <SelfLink isSelf={isSelf} onSelf={onSelf} />
        </div>
      )}
    </fieldset>
  );
}

export function LineName(name: BilingualText) {
  return (
    <h3 className="font-sans text-base font-medium tracking-normal">
      <LocalizedText {...name} />
    </h3>
  );
}
