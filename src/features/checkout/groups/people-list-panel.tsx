import { clsx } from "clsx/lite";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { clearDraft, loadDraft, saveDraft } from "#platform/drafts.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { FieldMessage } from "#ui/field.tsx";
import { useFieldError } from "#ui/form-context.ts";
import { FileLink } from "#ui/file-link.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { TextArea } from "#ui/text-area.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import { listField, peopleDraftKey } from "./people-draft.ts";
import { ChooseColumns } from "./choose-columns.tsx";
import { readListFile } from "./list-file.ts";
import {
  listLimits,
  maxListed,
  maxListText,
  readPeople,
  type ColumnUse,
  type LeftOutRow,
  type ListedPerson,
  type ListedState,
  type PeopleReading,
  type PeopleReport,
  type TypedPerson,
} from "./people-list.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

export interface PeopleListProps {
  runId: number;
  userId: string;
  /** Whether the list is pasted or uploaded; absent to offer both. */
  source?: "paste" | "file";
  /** Whether anything is in the list: read or not, ready or still to fix. */
  onUnused?: (isUnused: boolean) => void;
  /** How many people can be named. */
  seats: number;
  /** How many people replace everyone named before; absent where no one can be replaced. */
  allSeats?: number;
  /** Uses the people who are ready: `isAll` of the list. Resolves with a message when they cannot be used. */
  onUse: (people: Attendee[], isAll: boolean) => void | Promise<string>;
}

const stateStyles: Record<ListedState, { tone: Tone; icon: IconName; label: () => string }> = {
  ready: { tone: "success", icon: "check", label: m.groups_list_ready },
  fix: { tone: "danger", icon: "circle-alert", label: m.groups_list_fix },
  twice: { tone: "warning", icon: "copy", label: m.groups_list_twice },
  booked: { tone: "warning", icon: "user", label: m.groups_list_booked },
};

/** Invisible placeholders that keep the height of `count` lines. */
const emptyLines = (count: number): ListedPerson[] =>
  Array.from({ length: count }, () => ({
    name: "\u00a0",
    email: "\u00a0",
    scfhs_number: "",
    state: "ready",
    errors: {},
    same_as: null,
  }));

function problemText(problem: (PeopleReading & { kind: "problem" })["problem"]): string {
  if (problem === "quote") return m.groups_list_quote();
  if (problem === "people") return m.groups_list_too_long({ count: maxListed });
  return m.groups_list_too_large({ rows: listLimits.rows, columns: listLimits.cells });
}

interface SavedList {
  text: string;
  people: ListedPerson[];
  /** What was read and what was left out; undefined before the first reading. */
  report?: PeopleReport | undefined;
  /** Hidden rows of the workbook whose rows are in `text`. */
  hiddenRows?: number | undefined;
}

const emptyList: SavedList = { text: "", people: [] };
const isEmptyList = ({ text, people }: SavedList) => text.trim() === "" && people.length === 0;

/** Typed and corrected input, saved in the tab. */
function useSavedList(userId: string, runId: number): [SavedList, (next: SavedList) => void] {
  const name = peopleDraftKey(runId);
  const [list, setList] = useState<SavedList>(() => (loadDraft(name, userId) as SavedList | null) ?? emptyList);
  return [
    list,
    (next) => {
      setList(next);
      if (isEmptyList(next)) clearDraft(name);
      else saveDraft(name, userId, next);
    },
  ];
}

/**
 * Reads the people of a run from a pasted or uploaded list. Each line is checked and corrected in place. Works inside a
 * form and outside one.
 */
export default function PeopleList({ runId, userId, seats, allSeats, source, onUnused, onUse }: PeopleListProps) {
  const [list, saveList] = useSavedList(userId, runId);
  const { text, people, report } = list;
  const field = listField(runId);
  const refused = useFieldError(field, undefined);
  const isFileRefused = source === "file" && refused.message !== undefined;
  const rows = useRef<HTMLOListElement>(null);
  const [problem, setProblem] = useState("");
  /** The columns to choose when a list has no headings. */
  const [unclear, setUnclear] = useState<(PeopleReading & { kind: "columns" }) | null>(null);
  const [busy, setBusy] = useState(false);
  /** People in the first check: placeholders for them keep the space, so that nothing moves when the answer arrives. */
  const [expected, setExpected] = useState(0);
  const isFirst = busy && people.length === 0;
  const visiblePeople = isFirst ? emptyLines(expected) : people;
  const ready = visiblePeople.filter(({ state }) => state === "ready");
  const replacesAll = allSeats !== undefined && ready.length >= allSeats;
  const used = ready.slice(0, replacesAll ? allSeats : seats);
  const isUnused = !isEmptyList(list);
  const reportUnused = useEffectEvent((isUnused: boolean) => onUnused?.(isUnused));
  useEffect(() => {
    reportUnused(isUnused);
    return () => reportUnused(false);
  }, [isUnused]);

  /** `next`: what to save besides the people of the reply. */
  async function check(people: TypedPerson[], next: Omit<SavedList, "people">) {
    setBusy(true);
    setProblem("");
    const typed = people.map(({ name, email, scfhs_number }) => ({ name, email, scfhs_number }));
    const answer = await callApi("/api/check-people", { course_id: runId, people: typed });
    setBusy(false);
    if (answer.ok) return saveList({ ...next, people: answer.data.people });
    setProblem(Object.values(answer.fields)[0]?.[0] ?? answer.message);
  }

  /** Reads the list and replaces the people of an earlier one. */
  async function read(text: string, hiddenRows: number, uses: ColumnUse[] | null = null) {
    const reading = readPeople(text, uses, hiddenRows);
    setUnclear(reading.kind === "columns" ? reading : null);
    setProblem("");
    if (reading.kind !== "people") {
      saveList({ text, hiddenRows, people: [] });
      if (reading.kind === "problem") setProblem(problemText(reading.problem));
      return;
    }
    const next = { text, hiddenRows, report: reading.report };
    saveList({ ...next, people: [] });
    setExpected(reading.people.length);
    if (reading.people.length === 0) return setProblem(m.groups_list_empty());
    await check(reading.people, next);
  }

  async function upload(chosen: File | undefined) {
    if (!chosen) return;
    const file = await readListFile(chosen);
    if (file) return read(file.text, file.hiddenRows);
    // The people of an earlier list are not in this file.
    saveList({ text, people: [] });
    setUnclear(null);
    setProblem(m.groups_list_no_file({ count: maxListed }));
  }

  async function use() {
    // A second line of a person who gets a seat now is of no more use.
    const isServed = ({ same_as }: ListedPerson) => used.some((person) => person === people[(same_as ?? 0) - 1]);
    const rest = people.filter((person) => !used.includes(person) && !isServed(person));
    setBusy(true);
    const attendees = used.map(({ name, email, scfhs_number }) => ({ name, email, scfhs_number }));
    const problem = (await onUse(attendees, rest.length === 0)) ?? "";
    setBusy(false);
    setProblem(problem);
    if (problem) return;
    saveList({ text: "", people: rest });
    if (rest.length === 0 || !rows.current) return;
    rows.current.focus();
    // The lines have new numbers.
    await check(rest, emptyList);
  }

  const typed = (at: number, change: Partial<TypedPerson>) =>
    people.map((person, index) => (index === at ? { ...person, ...change } : person));
  const remove = (at: number) => {
    const rest = people.filter((_, index) => index !== at);
    if (rest.length === 0) return saveList(emptyList);
    saveList({ ...list, people: rest });
    void check(rest, list);
  };

  return (
    <div className={clsx("grid gap-4", !source && "rounded-[12px] border border-line p-4 md:p-5")}>
      {!source && <ConfirmAddress />}
      {source !== "file" && (
        <TextArea
          name={field}
          label={m.groups_list_paste()}
          hint={m.groups_list_paste_hint()}
          value={text}
          maxLength={maxListText}
          rows={4}
          spellCheck={false}
          onChange={(event) => saveList({ text: event.target.value, people, report })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        {source !== "file" && (
          <Button size="sm" isPending={busy} onClick={() => void read(text, list.hiddenRows ?? 0)}>
            {m.groups_list_check()}
          </Button>
        )}
        {source !== "paste" && (
          <FileLink
            name={field}
            {...(isFileRefused && { "aria-invalid": true, "aria-describedby": `${field}-error` })}
            accept=".csv,.tsv,.txt,.xlsx"
            onChoose={([chosen]) => void upload(chosen)}
          >
            {m.groups_list_file()}
          </FileLink>
        )}
        {isFileRefused && (
          <FieldMessage id={`${field}-error`} announces={refused.announces}>
            {refused.message}
          </FieldMessage>
        )}
        {source === "file" && busy && <p role="status">{m.ui_loading()}</p>}
      </div>
      {problem && (
        <Alert tone="danger" announces>
          {problem}
        </Alert>
      )}
      {unclear && (
        <ChooseColumns
          key={text}
          rows={unclear.rows}
          guess={unclear.guess}
          onChoose={(uses) => void read(text, list.hiddenRows ?? 0, uses)}
        />
      )}
      {visiblePeople.length > 0 && (
        <div className={clsx("grid gap-4", isFirst && "invisible")}>
          <Alert tone={ready.length === visiblePeople.length ? "success" : "warning"} announces>
            {m.groups_list_sum({ ready: ready.length, all: visiblePeople.length })}
          </Alert>
          <ol ref={rows} tabIndex={-1} className="grid outline-none">
            {visiblePeople.map((person, at) => (
              <Row
                key={at}
                at={at}
                person={person}
                onType={(change) => saveList({ ...list, people: typed(at, change) })}
                onLeave={() => void check(people, list)}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
          {ready.length > used.length && used.length > 0 && (
            <p className="text-sm text-ink-2">{m.groups_list_more({ seats: used.length })}</p>
          )}
          {allSeats !== undefined && (replacesAll ? seats < allSeats : seats === 0) && (
            <p className="text-sm text-ink-2">{m.groups_list_replaces({ count: allSeats })}</p>
          )}
          <Button
            variant="secondary"
            isPending={busy}
            disabled={used.length === 0}
            onClick={() => void use()}
            className="justify-self-start"
          >
            {m.groups_list_use({ count: used.length })}
          </Button>
          {used.length < seats && used.length > 0 && (
            <p className="text-sm text-ink-3">{m.groups_list_rest({ count: seats - used.length })}</p>
          )}
        </div>
      )}
      {report && !busy && <Report report={report} twice={people.filter(({ state }) => state === "twice").length} />}
    </div>
  );
}

const leftOutLabels: Record<LeftOutRow, () => string> = {
  heading: m.groups_list_left_out_heading,
  hidden: m.groups_list_left_out_hidden,
  total: m.groups_list_left_out_total,
  empty: m.groups_list_left_out_empty,
};

/** Shows the result of every line of the list. */
function Report({ report, twice }: { report: PeopleReport; twice: number }) {
  const locale = useLocale();
  const leftOut = report.leftOut.reduce((sum, { count }) => sum + count, 0);
  const unused = report.unusedColumns.slice(0, 20).map((heading) => isolate(heading.slice(0, 60)));
  return (
    <div className="grid gap-1 text-sm text-ink-3">
      <p>{m.groups_list_lines({ count: report.rows, twice, leftOut })}</p>
      {report.leftOut.length > 0 && (
        <ul className="list-disc ps-5">
          {report.leftOut.map(({ reason, count }) => (
            <li key={reason}>
              {leftOutLabels[reason]()}: {count}
            </li>
          ))}
        </ul>
      )}
      {unused.length > 0 && (
        <p className="[overflow-wrap:anywhere]">
          {m.groups_list_unused({ columns: unused.join(locale === "ar" ? "، " : ", ") })}
        </p>
      )}
    </div>
  );
}

const fields = {
  name: m.common_name,
  email: m.common_email,
  scfhs_number: m.common_scfhs_number,
} as const;

interface RowProps {
  at: number;
  person: ListedPerson;
  onType: (change: Partial<TypedPerson>) => void;
  onLeave: () => void;
  onRemove: () => void;
}

function Row({ at, person, onType, onLeave, onRemove }: RowProps) {
  const { state, errors, same_as } = person;
  const { tone, icon, label } = stateStyles[state];
  // An address that already has a seat may be a typo.
  const emailProblem =
    state === "twice"
      ? m.groups_list_same({ line: same_as ?? 0 })
      : state === "booked"
        ? m.groups_list_has_seat()
        : undefined;
  const messages: Record<string, string | undefined> = { email: emailProblem };
  for (const [name, texts] of Object.entries(errors)) messages[name] = texts[0];
  const wrong = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => messages[name]);
  const [changed, setChanged] = useState(false);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-t border-line py-3 text-sm md:grid-cols-[1.5rem_minmax(0,1fr)_auto_auto] md:gap-x-4">
      <span className="pt-0.5 text-ink-3 tabular-nums">{at + 1}</span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {!messages["name"] && (
          <p className="font-medium">
            <bdi>{person.name}</bdi>
          </p>
        )}
        <p className="text-ink-3">
          {!messages["email"] && <bdi lang="en">{person.email}</bdi>}{" "}
          {!messages["scfhs_number"] && <bdi dir="ltr">{person.scfhs_number}</bdi>}
        </p>
        {wrong.map((name) => (
          <div key={name} className="mt-1 max-w-80">
            <input
              className="control"
              aria-label={m.groups_list_field({ field: fields[name](), line: at + 1 })}
              aria-invalid
              dir={name === "name" ? "auto" : "ltr"}
              value={person[name]}
              maxLength={254}
              onChange={(event) => {
                setChanged(true);
                onType({ [name]: event.target.value });
              }}
              onBlur={() => {
                if (changed) onLeave();
                setChanged(false);
              }}
              onKeyDown={(event) => {
                // Inside a form: the line is checked, nothing is sent.
                if (event.key !== "Enter") return;
                event.preventDefault();
                event.currentTarget.blur();
              }}
            />
            <FieldMessage>{messages[name]}</FieldMessage>
          </div>
        ))}
      </div>
      {/* Below the person on a phone. */}
      <Badge tone={tone} icon={icon} className="justify-self-start max-md:order-last max-md:col-start-2">
        {label()}
      </Badge>
      <Button
        size="sm"
        variant="ghost"
        aria-label={m.groups_list_remove({ line: at + 1, name: isolate(person.name) })}
        icon="trash-2"
        onClick={onRemove}
      />
    </li>
  );
}
