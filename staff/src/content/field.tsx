import { findMessage } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { Switch } from "../parts/choice.tsx";
import { FeaturedCourses } from "./featured-field.tsx";
import type { Field, ChoiceField, PlainField } from "./kinds.ts";
import { PictureField } from "./pictures.tsx";
import { Curriculum, Features } from "./rows-field.tsx";
import { SharingField } from "./sharing-field.tsx";
import { HtmlPair, TextPair } from "./text-fields.tsx";
import { CourseTrainers } from "./trainers-field.tsx";
import { useEditorView } from "./editor-context.ts";
import { labels } from "./labels.ts";

/** A field with one value, not a value per language: slug, link, date, choice or switch. */
function SingleValueField({ field }: { field: PlainField | ChoiceField }) {
  const { data, set, errors, isReadOnly } = useEditorView();
  const { name, type } = field;
  const value = data[name] ?? null;
  const error = errors[name]?.[0];
  const label = labels.forPath(name);
  if (type === "switch")
    return <Switch label={label} checked={value === true} disabled={isReadOnly} onChange={(isOn) => set(name, isOn)} />;
  const hint = findMessage(`staff_content_hints_${name}`);
  if (type === "position")
    return (
      <div className="grid gap-1">
        <Switch
          label={label}
          checked={value !== null}
          disabled={isReadOnly}
          // Any number will do: the server puts an item that joins the list at its end.
          onChange={(isOn) => set(name, isOn ? 1 : null)}
        />
        <p className="text-sm text-ink-3">{hint}</p>
      </div>
    );
  if (type === "choice")
    return (
      <Select
        label={label}
        value={String(value ?? "")}
        onChange={(event) => set(name, event.target.value)}
        error={error}
        hint={hint}
        data-field={name}
        options={field.values.map((choice) => ({
          value: choice,
          label: findMessage(`staff_content_choices_${name}_${choice}`) ?? choice,
          disabled: isReadOnly,
        }))}
      />
    );
  return (
    <TextField
      label={label}
      required={field.isRequired === true}
      type={type === "date" ? "date" : type === "email" ? "email" : "text"}
      value={String(value ?? "")}
      onChange={({ target: { value: text } }) =>
        set(name, text === "" && (type === "link" || type === "date") ? null : text)
      }
      error={error}
      hint={hint}
      dir="ltr"
      readOnly={isReadOnly}
      data-field={name}
    />
  );
}

/** The control for a field of any type. */
export function ContentField({ field }: { field: Field }) {
  switch (field.type) {
    case "text":
      return <TextPair field={field} />;
    case "html":
      return <HtmlPair field={field} />;
    case "picture":
      return <PictureField />;
    case "trainers":
      return <CourseTrainers />;
    case "curriculum":
      return <Curriculum />;
    case "features":
      return <Features />;
    case "courses":
      return <FeaturedCourses />;
    case "share-image":
      return <SharingField />;
    default:
      return <SingleValueField field={field} />;
  }
}
