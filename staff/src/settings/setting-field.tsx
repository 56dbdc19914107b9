import type { ChangeEvent } from "react";
import { m, findMessage } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { useFormats } from "../parts/formats.ts";
import type { Draft } from "./use-settings.ts";

export interface FieldProps {
  draft: Draft;
  /** The section that the field is saved with. */
  section: string;
  name: string;
  /** Part of the keys of its texts, `staff_settings_<texts>_…`. By default the section. */
  texts?: string;
  kind?: "text" | "number" | "paragraph";
  isRequired?: boolean;
  hint?: string;
  /** The values of a select, with labels. */
  choices?: readonly { id: string; name: string }[];
}

/** Fields whose text may be in either language. */
const eitherLanguage = new Set(["street", "district", "city", "branch", "businessCategory"]);

/** Language and direction of the text of a field, which may differ from those of the page. */
export function getInputLanguage(name: string) {
  if (name.endsWith("Ar")) return { dir: "rtl", lang: "ar" } as const;
  if (eitherLanguage.has(name)) return { dir: "auto" } as const;
  return name.endsWith("Eng") ? ({ dir: "ltr", lang: "en" } as const) : ({ dir: "ltr" } as const);
}

/** One field with the server's error. While it has an unsaved change, its hint is the saved value. */
export function SettingField({
  draft,
  section,
  name,
  texts,
  kind = "text",
  isRequired = true,
  hint,
  choices,
}: FieldProps) {
  const { joinWithCommas } = useFormats();
  const error = draft.getErrors(section, name);
  const oldValue = draft.getSaved(section, name);
  const changeHint = draft.isChanged(section, name)
    ? oldValue === "" || oldValue === null
      ? m.staff_settings_was_empty()
      : m.staff_settings_was({ value: choices?.find(({ id }) => id === oldValue)?.name ?? String(oldValue) })
    : "";
  const value = draft.value(section, name);
  const commonProps = {
    label: findMessage(`staff_settings_${texts ?? section}_${name}`),
    name: `${section}.${name}`,
    value: typeof value === "string" || typeof value === "number" ? value : "",
    required: isRequired,
    error,
    hint: changeHint || joinWithCommas(hint) || undefined,
    ...getInputLanguage(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      draft.set(section, name, kind === "number" && target.value !== "" ? Number(target.value) : target.value),
  };
  if (choices)
    return (
      <Select
        {...commonProps}
        dir={undefined}
        options={choices.map(({ id, name: text }) => ({ value: id, label: text }))}
      />
    );
  if (kind === "paragraph") return <TextArea {...commonProps} rows={2} />;
  return (
    <TextField {...commonProps} {...(kind === "number" ? { type: "number", inputMode: "numeric", min: 0 } : {})} />
  );
}
