import { clsx } from "clsx/lite";
import { useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { callApi } from "#platform/api-client.ts";
import { loadDraft, saveDraft } from "#platform/drafts.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { FieldMessage } from "#ui/field.tsx";
import { FileLink } from "#ui/file-link.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { TextArea } from "#ui/text-area.tsx";
import type { Attendee } from "#features/orders/seats/attendee.ts";
import { peopleDraft } from "./people-draft.ts";
import { mostListed, mostListedText, type ListedPerson, type ListedState, type TypedPerson } from "./people-list.ts";
import { readWorkbook } from "./read-workbook.ts";

export interface PeopleListProps {
  runId: number;
  userId: string;
  /** How many people can be named. */
  seats: number;
  /** Takes those that are ready; resolves with what to say when they cannot be taken. */
  onUse: (people: Attendee[]) => void | Promise<string>;
}

const looks: Record<ListedState, { tone: Tone; icon: IconName; label: () => string }> = {
  ready: { tone: "success", icon: "check", label: m.groups_list_ready },
  fix: { tone: "danger", icon: "circle-alert", label: m.groups_list_fix },
  twice: { tone: "warning", icon: "copy", label: m.groups_list_twice },
  booked: { tone: "warning", icon: "user", label: m.groups_list_booked },
};

const mostFileBytes = 1024 * 1024;

/** The text of a CSV file or a workbook; null for a file that is neither. */
async function readFile(file: File): Promise<string | null> {
  if (file.size > mostFileBytes) return null;
  try {
    if (/\.xlsx$/i.test(file.name)) return await readWorkbook(file);
    const bytes = await file.arrayBuffer();
    if (new Uint8Array(bytes).subarray(0, 4096).includes(0)) return null;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // Excel on an Arabic Windows.
      return new TextDecoder("windows-1256").decode(bytes);
    }
  } catch {
    return null;
  }
}

/** A ready person of no name for each line that is filled. */
const emptyLines = (text: string): ListedPerson[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, mostListed)
    .map(() => ({ name: "\u00a0", email: "\u00a0", scfhs_number: "", state: "ready", errors: {}, same_as: null }));

interface Kept {
  text: string;
  people: ListedPerson[];
}

/** What was typed and mended, kept in the tab. */
function useKept(userId: string, runId: number): [Kept, (next: Kept) => void] {
  const name = peopleDraft(runId);
  const [kept, setKept] = useState<Kept>(() => (loadDraft(name, userId) as Kept | null) ?? { text: "", people: [] });
  return [
    kept,
    (next) => {
      setKept(next);
      saveDraft(name, userId, next);
    },
  ];
}

/** People of a run pasted or uploaded: each line is checked and mended in place. Stands inside a form or beside one. */
export default function PeopleList({ runId, userId, seats, onUse }: PeopleListProps) {
  const [{ text, people }, keep] = useKept(userId, runId);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  // While a list is checked for the first time, as many empty lines keep its place: nothing moves when the answer comes.
  const isFirst = busy && people.length === 0;
  const shown = isFirst ? emptyLines(text) : people;
  const ready = shown.filter(({ state }) => state === "ready");
  const used = ready.slice(0, seats);

  async function check(of: { text: string } | { people: TypedPerson[] }) {
    setBusy(true);
    setProblem("");
    const answer = await callApi("/api/check-people", { course_id: runId, ...of });
    setBusy(false);
    if (answer.ok) return keep({ text: "text" in of ? of.text : text, people: answer.data.people });
    setProblem(Object.values(answer.fields)[0]?.[0] ?? answer.message);
  }

  async function upload(chosen: File | undefined) {
    if (!chosen) return;
    const read = await readFile(chosen);
    if (read === null || read.length > mostListedText) return setProblem(m.groups_list_no_file({ count: mostListed }));
    keep({ text: read, people: [] });
    await check({ text: read });
  }

  async function use() {
    setBusy(true);
    setProblem((await onUse(used.map(({ name, email, scfhs_number }) => ({ name, email, scfhs_number })))) ?? "");
    setBusy(false);
  }

  const typed = (at: number, change: Partial<TypedPerson>) =>
    people.map((person, index) => (index === at ? { ...person, ...change } : person));
  const again = (next: readonly ListedPerson[]) =>
    check({ people: next.map(({ name, email, scfhs_number }) => ({ name, email, scfhs_number })) });
  const remove = (at: number) => {
    const rest = people.filter((_, index) => index !== at);
    keep({ text, people: rest });
    if (rest.length > 0) void again(rest);
  };

  return (
    <div className="grid gap-4 rounded-[12px] border border-line p-4 md:p-5">
      <TextArea
        label={m.groups_list_paste()}
        hint={m.groups_list_paste_hint()}
        value={text}
        maxLength={mostListedText}
        rows={5}
        spellCheck={false}
        onChange={(event) => keep({ text: event.target.value, people })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" isPending={busy} onClick={() => void check({ text })}>
          {m.groups_list_check()}
        </Button>
        <FileLink accept=".csv,.tsv,.txt,.xlsx" onChoose={([chosen]) => void upload(chosen)}>
          {m.groups_list_file()}
        </FileLink>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {shown.length > 0 && (
        <div className={clsx("grid gap-4", isFirst && "invisible")}>
          <Alert tone={ready.length === shown.length ? "success" : "warning"}>
            {m.groups_list_sum({ ready: ready.length, all: shown.length })}
          </Alert>
          <ol className="grid">
            {shown.map((person, at) => (
              <Row
                key={at}
                at={at}
                person={person}
                onType={(change) => keep({ text, people: typed(at, change) })}
                onLeave={() => void again(people)}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
          {ready.length > seats && <p className="text-sm text-ink-2">{m.groups_list_more({ seats })}</p>}
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
    </div>
  );
}

const fields = {
  name: m.checkout_attendee_name,
  email: m.checkout_attendee_email,
  scfhs_number: m.checkout_attendee_scfhs,
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
  const { tone, icon, label } = looks[state];
  // An address that is taken may be a typo of another one.
  const taken =
    state === "twice"
      ? m.groups_list_same({ line: same_as ?? 0 })
      : state === "booked"
        ? m.groups_list_has_seat()
        : undefined;
  const messages: Record<string, string | undefined> = { email: taken };
  for (const [name, texts] of Object.entries(errors)) messages[name] = texts[0];
  const wrong = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => messages[name]);
  const [changed, setChanged] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3 text-sm">
      <span className="w-6 flex-none pt-0.5 text-ink-3 tabular-nums">{at + 1}</span>
      <div className="min-w-0 flex-[1_1_12rem] [overflow-wrap:anywhere]">
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
      <Badge tone={tone} icon={icon}>
        {label()}
      </Badge>
      <Button
        size="sm"
        variant="ghost"
        aria-label={m.groups_list_remove({ line: at + 1, name: isolate(person.name) })}
        onClick={onRemove}
      >
        <Icon name="trash-2" size="sm" />
      </Button>
    </li>
  );
}
