import { useState } from "react";
import { m } from "../messages.ts";
import { RadioGroup } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { Conflict } from "../parts/autosave.ts";
import { Diff } from "../parts/diff.tsx";
import { getDifferingKeys, merge, isEqual } from "../parts/merge.ts";
import { plainText } from "../parts/word-diff.ts";
import { splitKey, type Data } from "./kinds.ts";
import { labels } from "./labels.ts";
import { FieldComparison } from "./field-comparison.tsx";
import { useTrainerName } from "./trainers-field.tsx";
import { Button } from "../../../src/ui/button.tsx";

type Choice = "mine" | "theirs" | "merged";

/** Returns a function that formats a field's value as text. With `hasTrainers`, trainers are shown by name. */
export function useReadableText({ hasTrainers }: { hasTrainers: boolean }): (field: string, value: unknown) => string {
  const getTrainerName = useTrainerName(hasTrainers);
  return (field, value) =>
    field.startsWith("trainer_ids")
      ? [value]
          .flat()
          .map((id) => (typeof id === "number" ? getTrainerName(id) : ""))
          .join("\n")
      : toReadableText(value);
}

/** Puts each item of a list on its own line, and all values of an object on one line. */
function toReadableText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(toReadableText).filter(Boolean).join("\n");
  if (typeof value === "object") return Object.values(value).map(toReadableText).filter(Boolean).join(" · ");
  return String(value as number | boolean);
}

/**
 * Shows each field that differs between the two versions, mine beside theirs. The writer selects a version per field.
 */
export function CompareDialog({
  conflict: { base, theirs },
  mine,
  onClose,
  onChoose,
}: {
  conflict: Conflict<Data>;
  mine: Data;
  onClose(): void;
  onChoose(chosen: Data): void;
}) {
  const toText = useReadableText({ hasTrainers: "trainer_ids" in mine });
  const keys = getDifferingKeys(mine, theirs.data);
  const isClash = (key: string) =>
    merge({ v: base[key] }, { v: mine[key] }, { v: theirs.data[key] }).clashes.length > 0;
  const getDefaultChoice = (key: string): Choice => {
    if (isClash(key) || isEqual(base[key], theirs.data[key])) return "mine";
    return isEqual(base[key], mine[key]) ? "theirs" : "merged";
  };
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(keys.map((key) => [key, getDefaultChoice(key)])),
  );
  const pickValue = (key: string, choice: Choice) => {
    if (choice === "mine") return mine[key];
    if (choice === "theirs") return theirs.data[key];
    return merge({ v: base[key] }, { v: mine[key] }, { v: theirs.data[key] }).value.v;
  };
  const buildData = () =>
    Object.fromEntries(
      Object.keys({ ...theirs.data, ...mine }).map((key) => [key, pickValue(key, choices[key] ?? "mine")]),
    );
  return (
    <Dialog
      title={m.staff_editor_compare_title()}
      onClose={onClose}
      size="xl"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onChoose(buildData());
            }}
          >
            {m.staff_editor_compare_use()}
          </Button>
        </>
      }
    >
      {keys.map((key) => {
        const { language } = splitKey(key);
        const lang = language === "ar" ? "ar" : language ? "en" : undefined;
        const baseText = toText(key, base[key]);
        const options: Choice[] =
          isClash(key) || getDefaultChoice(key) !== "merged" ? ["mine", "theirs"] : ["merged", "mine", "theirs"];
        return (
          <FieldComparison key={key} title={labels.forKey(key)}>
            <RadioGroup
              label={labels.forKey(key)}
              hideLabel
              className="grid gap-4 md:grid-cols-2"
              value={choices[key] ?? null}
              onChange={(choice) => setChoices({ ...choices, [key]: choice })}
              options={options.map((choice) => ({
                value: choice,
                label: (
                  <>
                    {m[`staff_editor_compare_${choice}`]({
                      who: isolate(theirs.author ?? m.staff_editor_conflict_someone()),
                    })}
                    <Diff before={baseText} after={toText(key, pickValue(key, choice))} lang={lang} />
                  </>
                ),
              }))}
            />
          </FieldComparison>
        );
      })}
    </Dialog>
  );
}
