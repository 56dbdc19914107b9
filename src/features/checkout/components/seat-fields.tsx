import { clsx } from "clsx/lite";
import { useId, useState } from "react";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Badge } from "#ui/badge.tsx";
import { FieldMessage } from "#ui/field.tsx";
import { useFieldError, useFormErrors, type FieldErrors } from "#ui/form-context.ts";
import { Icon } from "#ui/icon.tsx";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import { OtherNameField } from "#ui/other-name-field.tsx";
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

/** The fields of one attendee: of the person at `index` of the order, else of a form of its own. */
export function PersonFields({ index, defaults }: { index?: number; defaults?: Attendee | null | undefined }) {
  const getFieldName = (field: keyof Attendee) => (index === undefined ? field : attendeeField(index, field));
  return (
    <div className="grid gap-4 @lg:grid-cols-2">
      <TextField
        name={getFieldName("name")}
        label={m.common_name()}
        defaultValue={defaults?.name}
        maxLength={120}
        autoComplete="off"
        required
      />
      <TextField
        name={getFieldName("email")}
        type="email"
        label={m.common_email()}
        defaultValue={defaults?.email}
        maxLength={254}
        autoComplete="off"
        required
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
}

interface SeatProps {
  seat: FormSeat;
  buyer: Attendee;
  /** What the fields hold at first. */
  defaults: Attendee | undefined;
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
export function OnlySeat({ seat: { seat, isSelf, index }, buyer, defaults, onSelf }: SeatProps) {
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="sr-only">{m.enrolments_seat_number({ n: seat })}</legend>
      {isSelf || index === null ? (
        <OwnSeat buyer={buyer} index={index} />
      ) : (
        <PersonFields index={index} defaults={defaults} />
      )}
      <SelfLink isSelf={isSelf} onSelf={onSelf} />
    </fieldset>
  );
}

/** Whether one of the seat's fields has a message. */
export const hasSeatError = (errors: FieldErrors, { index }: Pick<FormSeat, "index">): boolean =>
  index !== null && Object.keys(errors).some((name) => name.startsWith(`attendees.${index}.`));

/** One seat of several: a line with the attendee, and the fields below it while it is open. */
export function SeatRow({
  seat: { seat, isSelf, isLater, index },
  buyer,
  defaults,
  person,
  isNext,
  onSelf,
}: SeatProps & {
  /** What the fields hold now. */
  person: Attendee;
  /** The first seat without an attendee is open until the buyer closes it. */
  isNext: boolean;
}) {
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const isWrong = hasSeatError(useFormErrors(), { index });
  // A field with a message has to be visible; it stays so when its message is gone.
  if (isWrong && !isChosen) setChosen(true);
  const id = useId();
  if (isSelf || index === null)
    return (
      <fieldset className="grid min-w-0 content-start gap-1 py-3">
        <legend className="sr-only">{m.enrolments_seat_number({ n: seat })}</legend>
        <OwnSeat buyer={buyer} index={index} />
        <SelfLink isSelf={isSelf} onSelf={onSelf} />
      </fieldset>
    );
  const isOpen = isChosen ?? isNext;
  const isComplete = person.name.trim() !== "" && person.email.trim() !== "";
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.enrolments_seat_number({ n: seat })}</legend>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 py-2 text-start"
      >
        <span className="min-w-0 flex-1 @lg:flex @lg:gap-3">
          <bdi className="block truncate font-medium">
            {person.name.trim() || m.enrolments_seat_number({ n: seat })}
          </bdi>
          <bdi className="block truncate text-sm text-ink-3 @lg:leading-7">{person.email}</bdi>
        </span>
        {isLater ? (
          <Badge tone="muted">{m.checkout_named_later()}</Badge>
        ) : (
          isComplete && (
            <Badge tone="success" icon="check">
              {m.groups_list_ready()}
            </Badge>
          )
        )}
        <Icon name="chevron-down" size="sm" className={clsx("flex-none text-ink-3", isOpen && "rotate-180")} />
      </button>
      <div id={id} hidden={!isOpen} onFocus={() => setChosen(true)} className="grid gap-3 pb-5">
        <PersonFields index={index} defaults={defaults} />
        <SelfLink isSelf={isSelf} onSelf={onSelf} />
      </div>
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
