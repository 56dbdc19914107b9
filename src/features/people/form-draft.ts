import { formFilled } from "#ui/form-filled.ts";
import { readStored, removeStored, writeStored } from "#platform/browser-storage.ts";

/** Form drafts stay in this browser tab until the form is sent. They never contain a password. */
const secretFieldPattern = /password/;

function getFormValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && entry[1] !== "" && !secretFieldPattern.test(entry[0]),
    ),
  );
}

export function saveFormDraft(name: string, form: HTMLFormElement): void {
  writeStored(name, JSON.stringify(getFormValues(form)), "sessionStorage");
}

export function loadFormDraft(name: string): Record<string, string> {
  try {
    return JSON.parse(readStored(name, "sessionStorage") ?? "{}") as Record<string, string>;
  } catch {
    return {}; // Another script of this origin has damaged the draft.
  }
}

export const clearFormDraft = (name: string): void => removeStored(name, "sessionStorage");

/** Lists the fields that scripts may fill: no passwords and no checkboxes. */
const getFormFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.type !== "checkbox" &&
      !secretFieldPattern.test(field.name),
  );

/** Fills empty fields with the values. */
export function fillForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of getFormFields(form)) if (field.value === "") field.value = values[field.name] || "";
  form.dispatchEvent(new Event(formFilled));
}

/** Sets fields to the values, also fields that are not empty. */
export function setForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of getFormFields(form)) field.value = values[field.name] ?? field.value;
  form.dispatchEvent(new Event(formFilled));
}
