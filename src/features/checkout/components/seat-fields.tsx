import { clsx } from "clsx/lite";
import { memo, useId, useState } from "react";
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
import { isBlankAttendee } from "#features/checkout/seat-choices.ts";
import { attendeeField, type FormSeat } from "#features/seats/attendee-form.ts";

function OwnSeat({ buyer, index }: { buyer: Attendee; index: number | null }) {
  const { message, announces } = useFieldError(index === null ? undefined : attendeeField(index, "email"), undefined);
  return (
    <>
      <p className="text-[.9375rem] [overflow-wrap:anywhere]">
        {m.checkout_you_attend({ name: isolate(buyer.name), email: isolate(buyer.email) })}
      </p>
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

function SelfLink({ isSelf, onSelf }: { isSelf: boolean; onSelf: SeatProps["onSelf"] }) {
  if (!onSelf) return null;
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
      <SelfLink isSelf={isSelf} onSelf={onSelf} />
    </fieldset>
  );
}

function SeatBadge({ seat, person, isWrong }: Pick<SeatProps, "seat" | "person"> & { isWrong: boolean }) {
  if (seat.isLater) return <Badge tone="muted">{m.checkout_name_follows()}</Badge>;
  if (isWrong || (!isCompleteAttendee(person) && !isBlankAttendee(person)))
    return (
      <Badge tone="danger" icon="circle-alert">
        {m.groups_list_fix()}
      </Badge>
    );
  if (isBlankAttendee(person)) return null;
  return (
    <Badge tone="success" icon="check">
      {m.groups_list_ready()}
    </Badge>
  );
}

const isCompleteAttendee = ({ name, email }: Attendee) => name.trim() !== "" && /\S@\S/.test(email);

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
  const errors = useFormErrors();
  const isWrong = index !== null && Object.keys(errors).some((name) => name.startsWith(`attendees.${index}.`));
  // A field with a message has to be visible; it stays so when its message is gone.
  if (isWrong && !toggled) setToggled(true);
  const id = useId();
  const label = m.enrolments_seat_number({ n: seat.seat });
  const isOwn = isSelf || index === null;
  const isOpen = toggled ?? isNext;
  return (
    <fieldset className={clsx("grid min-w-0 content-start", isOwn && "gap-1 py-3")}>
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
          <SeatBadge seat={seat} person={person} isWrong={isWrong} />
          <Icon name="chevron-down" size="sm" className={clsx("flex-none text-ink-3", isOpen && "rotate-180")} />
        </button>
      )}
      {!isOwn && (
        <div id={id} hidden={!isOpen} onFocus={() => setToggled(true)} className="pb-4">
          <PersonFields index={index} defaults={person} isOptional={seat.isLater} />
        </div>
      )}
      {(isOwn || isOpen) && (
        <div className="pb-2 empty:hidden">
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
