import { FormControlLabel, MenuItem, Switch, TextField } from "@mui/material";
import { textNamed } from "../messages.ts";
import { FeaturedCourses } from "./featured-field.tsx";
import type { Field, ChoiceField, PlainField } from "./kinds.ts";
import { PictureField } from "./pictures.tsx";
import { Curriculum, Features, Speakers } from "./rows-field.tsx";
import { HtmlPair, TextPair } from "./text-fields.tsx";
import { useEditorView } from "./editor-context.ts";
import { labels } from "./labels.ts";

/** A field in one language, or in none: address, link, place, day, choice. */
function OneField({ field }: { field: PlainField | ChoiceField }) {
  const { of } = labels;
  const { data, set, errors, isReadOnly } = useEditorView();
  const { name, type } = field;
  const value = data[name] ?? null;
  const error = errors[name]?.[0];
  const label = of(name);
  if (type === "switch")
    return (
      <FormControlLabel
        control={<Switch checked={value === true} disabled={isReadOnly} onChange={(_event, isOn) => set(name, isOn)} />}
        label={label}
      />
    );
  const isNumber = type === "number" || type === "place";
  const read = (text: string): unknown => {
    if (isNumber) return text === "" ? (type === "place" ? null : 0) : Number(text);
    return text === "" && (type === "link" || type === "date") ? null : text;
  };
  return (
    <TextField
      label={label}
      required={type !== "choice" && field.isRequired === true}
      select={type === "choice"}
      type={type === "date" ? "date" : type === "email" ? "email" : "text"}
      value={value ?? ""}
      onChange={(event) => set(name, read(isNumber ? event.target.value.replaceAll(/\D/g, "") : event.target.value))}
      error={error !== undefined}
      helperText={error ?? textNamed(`staff_content_hints_${name}`) ?? ""}
      fullWidth
      slotProps={{
        select: { SelectDisplayProps: { "aria-label": label } },
        htmlInput: {
          dir: type === "choice" ? undefined : "ltr",
          readOnly: isReadOnly,
          "data-field": name,
          ...(isNumber ? { inputMode: "numeric" } : {}),
        },
      }}
    >
      {type === "choice" &&
        field.values.map((choice) => (
          <MenuItem key={choice} value={choice} disabled={isReadOnly}>
            {textNamed(`staff_content_choices_${name}_${choice}`) ?? choice}
          </MenuItem>
        ))}
    </TextField>
  );
}

/** The control of a field. */
export function ContentField({ field }: { field: Field }) {
  switch (field.type) {
    case "text":
      return <TextPair field={field} />;
    case "html":
      return <HtmlPair field={field} />;
    case "picture":
      return <PictureField />;
    case "speakers":
      return <Speakers />;
    case "curriculum":
      return <Curriculum />;
    case "features":
      return <Features />;
    case "courses":
      return <FeaturedCourses />;
    default:
      return <OneField field={field} />;
  }
}
