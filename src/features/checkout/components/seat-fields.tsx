import { LocalizedText } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldMessage } from "#ui/field.tsx";
import { useFieldError } from "#ui/form-context.ts";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import { OtherNameField } from "#ui/other-name-field.tsx";
import { attendeeField, type FormSeat } from "#features/seats/attendee-form.ts";

export interface SeatFieldsProps {
  seat: FormSeat;
  buyer: Attendee;
  defaults: Attendee | null | undefined;
  /** Absent where the buyer cannot take this seat. */
  onSelf: ((isSelf: boolean) => void) | undefined;
  /** Absent where the attendee must be named now. */
  onLater: ((isLater: boolean) => void) | undefined;
}

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
 * The fields of one attendee: of the person at `index` of the order, else of a form of its own. Hidden fields keep
 * their input.
 */
export function PersonFields({
  index,
  defaults,
  hidden,
}: {
  index?: number;
  defaults?: Attendee | null | undefined;
  hidden?: boolean;
}) {
  const getFieldName = (field: keyof Attendee) => (index === undefined ? field : attendeeField(index, field));
  return (
    <div hidden={hidden} className="grid gap-4 @lg:grid-cols-2">
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

export function SeatFields({
  seat: { seat, isSelf, isLater, index },
  buyer,
  defaults,
  onSelf,
  onLater,
  isOnly,
}: SeatFieldsProps & { isOnly: boolean }) {
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className={isOnly ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>
        {m.enrolments_seat_number({ n: seat })}
      </legend>
      {onLater && (
        <Checkbox
          label={m.checkout_name_later()}
          checked={isLater}
          onChange={(event) => onLater(event.target.checked)}
        />
      )}
      {isLater && <p className="-mt-4 ms-8.5 text-sm text-ink-3">{m.checkout_name_later_hint()}</p>}
      {isSelf || index === null ? (
        <OwnSeat buyer={buyer} index={index} />
      ) : (
        <PersonFields index={index} defaults={defaults} hidden={isLater} />
      )}
      {onSelf && (
        <button
          key="self"
          type="button"
          onClick={() => onSelf(!isSelf)}
          className="inline-link min-h-6 justify-self-start text-sm max-md:touch-y"
        >
          {isSelf ? m.checkout_other_attends() : m.checkout_i_attend()}
        </button>
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
