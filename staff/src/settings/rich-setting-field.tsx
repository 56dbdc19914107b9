import { lazy, Suspense, useId } from "react";
import { useTranslate } from "ra-core";
import { Loading } from "../ui/states.tsx";
import type { FieldProps } from "./setting-field.tsx";

/** The editor is most of the page: the page comes first. */
const RichText = lazy(async () => ({ default: (await import("../ui/rich-text.tsx")).RichText }));

/** A text that the site shows as rich text, with exactly the elements it shows. */
export function RichSettingField({
  draft,
  section,
  name,
  texts = section,
  hint,
}: Pick<FieldProps, "draft" | "section" | "name" | "texts" | "hint">) {
  const translate = useTranslate();
  const id = useId();
  const error = draft.errorsOf(section, name);
  const value = draft.value(section, name);
  const look = name.endsWith("_ar") ? ({ lang: "ar", dir: "rtl" } as const) : ({ lang: "en", dir: "ltr" } as const);
  return (
    <div className="setting-rich">
      <span className="label" id={`${id}-label`}>
        {translate(`settings.${texts}.${name}`)}
      </span>
      <Suspense fallback={<Loading />}>
        <RichText
          id={id}
          labelId={`${id}-label`}
          value={typeof value === "string" ? value : ""}
          isInvalid={error !== undefined}
          describedBy={`${id}-hint`}
          onChange={(html) => draft.set(section, name, html)}
          {...look}
        />
      </Suspense>
      <p id={`${id}-hint`} className="small quiet">
        {error ?? (draft.isChanged(section, name) ? translate("settings.changed") : hint)}
      </p>
    </div>
  );
}
