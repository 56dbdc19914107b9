import { Select } from "../../../src/ui/select.tsx";
import { m } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { Chip } from "../parts/chip.tsx";
import { isUnconfirmedGuess, countMinutesInSession, type Choices, type FilePerson } from "./participants-import.ts";
import type { Preview } from "./types.ts";
import { SecondLine } from "../parts/second-line.tsx";

interface ImportTableProps {
  preview: Preview;
  choices: Choices;
  shiftHours: number;
  onChoose(choices: Choices): void;
}

/** The people in the file, each with the seat they were matched to. */
export function ImportTable({ preview, choices, shiftHours, onChoose }: ImportTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{m.staff_attendance_import()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.staff_attendance_in_file()}</th>
            <th scope="col">{m.staff_attendance_on_roster()}</th>
            <th scope="col" className="text-end">
              {m.staff_attendance_result()}
            </th>
            <th scope="col">{m.staff_common_status()}</th>
          </tr>
        </thead>
        <tbody>
          {preview.people.map((person, index) => (
            <PersonRow
              key={`${person.email} ${person.name}`}
              preview={preview}
              person={person}
              seatId={choices[index] ?? 0}
              minutes={countMinutesInSession(person, preview.session, shiftHours)}
              onChoose={(seatId) => onChoose({ ...choices, [index]: seatId })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PersonRowProps {
  preview: Preview;
  person: FilePerson;
  /** The seat selected for the person. 0 for none. */
  seatId: number;
  minutes: number;
  onChoose(seatId: number): void;
}

function PersonRow({ preview, person, seatId, minutes, onChoose }: PersonRowProps) {
  const { roster, session } = preview;
  const { enrolmentId: guessedId } = person;
  return (
    <tr>
      <th scope="row">
        <bdi>{person.name || person.email}</bdi>
        {person.name && person.email && (
          <SecondLine>
            <bdi>{person.email}</bdi>
          </SecondLine>
        )}
      </th>
      <td>
        <Select
          label={m.staff_attendance_on_roster()}
          hideLabel
          value={String(seatId)}
          options={[
            { value: "0", label: m.staff_attendance_no_one() },
            ...roster.map((seat) => ({ value: String(seat.id), label: seat.name ?? m.staff_door_no_name() })),
          ]}
          onChange={(event) => onChoose(Number(event.target.value))}
        />
        {isUnconfirmedGuess(person, seatId) && guessedId !== null && (
          <Button size="sm" variant="ghost" onClick={() => onChoose(guessedId)}>
            {m.staff_attendance_guess({ name: roster.find(({ id }) => id === guessedId)?.name ?? "" })}
          </Button>
        )}
      </td>
      <td className="text-end tabular-nums whitespace-nowrap">
        {m.staff_common_count_of({ count: minutes, total: session.minutes })}
      </td>
      <td>
        <ResultChip
          isSetByHand={roster.find(({ id }) => id === seatId)?.isKept ?? false}
          isGuess={isUnconfirmedGuess(person, seatId)}
          hasSeat={seatId !== 0}
          isPresent={minutes >= session.presentFrom}
        />
      </td>
    </tr>
  );
}

interface ResultChipProps {
  /** Staff set the mark themselves, so the import does not overwrite it. */
  isSetByHand: boolean;
  isGuess: boolean;
  hasSeat: boolean;
  isPresent: boolean;
}

function ResultChip({ isSetByHand, isGuess, hasSeat, isPresent }: ResultChipProps) {
  if (isSetByHand) return <Chip icon="pencil">{m.staff_attendance_kept()}</Chip>;
  if (isGuess)
    return (
      <Chip tone="attention" icon="circle-question-mark">
        {m.staff_attendance_our_guess()}
      </Chip>
    );
  if (!hasSeat) return <Chip icon="minus">{m.staff_attendance_no_one()}</Chip>;
  return isPresent ? (
    <Chip tone="good" icon="check">
      {m.staff_attendance_states_present()}
    </Chip>
  ) : (
    <Chip tone="wrong" icon="x">
      {m.staff_attendance_states_absent()}
    </Chip>
  );
}
