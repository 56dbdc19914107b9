import { useEffect, useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { isArabicName } from "#i18n/name-script.ts";
import { formFilled } from "./form-filled.ts";
import { TextField } from "./text-field.tsx";

interface OtherNameFieldProps {
  name?: string;
  /** `name` attribute of the main name field in the same form. */
  nameField?: string;
  defaultValue?: string | undefined;
  className?: string;
}

/**
 * Asks for a person's name in the script that the main name does not use. While the main name is empty, it asks for the
 * script that the page's language does not use.
 */
export function OtherNameField({
  name = "name_other",
  nameField = "name",
  defaultValue,
  className,
}: OtherNameFieldProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const [mainScript, setMainScript] = useState<"arabic" | "latin" | null>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    const field = form?.elements.namedItem(nameField);
    if (!form || !(field instanceof HTMLInputElement)) return undefined;
    const updateScript = () =>
      setMainScript(field.value.trim() === "" ? null : isArabicName(field.value) ? "arabic" : "latin");
    updateScript();
    field.addEventListener("input", updateScript);
    form.addEventListener(formFilled, updateScript);
    return () => {
      field.removeEventListener("input", updateScript);
      form.removeEventListener(formFilled, updateScript);
    };
  }, [nameField]);

  const asksForEnglishName = mainScript === null ? locale === "ar" : mainScript === "arabic";
  return (
    <div ref={box} className={className}>
      <TextField
        name={name}
        label={asksForEnglishName ? m.accounts_name_in_english() : m.accounts_name_in_arabic()}
        hint={m.accounts_name_other_hint()}
        defaultValue={defaultValue}
        maxLength={120}
        autoComplete="off"
      />
    </div>
  );
}
