import { formFilled } from "#ui/form-filled.ts";
import { readStored, removeStored, writeStored } from "#platform/browser-storage.ts";

/** Form drafts live in this tab until they are sent. Never a password. */
const never = /password/;

function getFormValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "" && !never.test(entry[0]),
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
    return {}; // damaged by something else on this origin
  }
}

export const clearFormDraft = (name: string): void => removeStored(name, "sessionStorage");

/** Input types that a program may fill. */
const getFormFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.type !== "checkbox" &&
      !never.test(field.name),
  );

export function fillForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of getFormFields(form)) if (field.value === "") field.value = values[field.name] || "";
  form.dispatchEvent(new Event(formFilled));
}

/** Overwrites all but passwords and boxes. */
export function setForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of getFormFields(form)) field.value = values[field.name] ?? field.value;
  form.dispatchEvent(new Event(formFilled));
}
