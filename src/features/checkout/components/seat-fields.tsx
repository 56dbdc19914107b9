import { clsx } from "clsx/lite";
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { LocalizedText } from "#i18n/localized-text.tsx";
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

/** The buyer's seat. It has no fields, but takes the focus when the server refuses it. */
function OwnSeat({ buyer, index }: { buyer: Attendee; index: number | null }) {
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
 * The fields of one attendee: of the person at `index` of the order, else of a form of its own. Optional where the person
 * may be named later.
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
  /** What the fields hold. */
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

/** The only seat of its date. */
export function OnlySeat({ seat: { seat, isSelf, index }, buyer, person, onSelf }: SeatProps) {
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="sr-only">{m.enrolments_seat_number({ n: seat })}</legend>
      {isSelf || index === null ? (
        <OwnSeat buyer={buyer} index={index} />
      ) : (
        <PersonFields index={index} defaults={person} />
      )}
      {onSelf && <SelfLink isSelf={isSelf} onSelf={onSelf} />}
    </fieldset>
  );
}

const isCompleteAttendee = ({ name, email }: Attendee) => name.trim() !== "" && /\S@\S/.test(email);

/** `isTyping`: what is missing may still come. */
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

/** One seat of several: a line with the attendee, and the fields below it while it is open. */
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
  // A field with a message has to be visible; it stays so when its message is gone.
  if (isWrong && !toggled) setToggled(true);
  const id = useId();
  const label = m.enrolments_seat_number({ n: seat.seat });
  const isOwn = isSelf || index === null;
  const isOpen = toggled ?? isNext;

  const closeOnLeave = useEffectEvent(({ target }: Event) => {
    const isInside = target instanceof Node && row.current?.contains(target);
    if (!isInside && !isWrong && isCompleteAttendee(person)) setToggled(null);
  });
  useEffect(() => {
    if (!toggled) return undefined;
    // Not on blur: the pointer is still down then, and its click would miss what moves.
    const events = ["click", "keyup"] as const;
    for (const event of events) document.addEventListener(event, closeOnLeave);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOnLeave);
    };
  }, [toggled]);

  return (
    <fieldset ref={row} className={clsx("grid min-w-0 content-start", isOwn && "gap-1 py-3")}>
      <legend className="sr-only">{label}</legend>
      {isOwn ? (
        <OwnSeat buyer={buyer} index={index} />
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
      {!isOwn && (
        <div id={id} hidden={!isOpen} onFocus={() => setToggled(true)} className="pb-4">
          <PersonFields index={index} defaults={person} isOptional={seat.isLater} />
        </div>
      )}
      {/* Always in its place, or its focus would be lost with it. */}
      {onSelf && (
        <div className={isOwn ? undefined : "pb-2"}>
          <SelfLink isSelf={isSelf} onSelf={onSelf} />
        </div>
      )}
    </fieldset>
  );
}

export function LineName(name: LocalizedText) {
  return (
    <h3 className="font-sans text-base font-medium tracking-normal">
      <LocalizedText {...name} />
    </h3>
  );
}
