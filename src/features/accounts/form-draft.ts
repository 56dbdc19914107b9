import { readStored, removeStored, writeStored } from "#platform/browser-storage.ts";

/** Form drafts: what was typed, kept in this tab until it is sent. Never a password. */
const never = /password/;

/** What is filled in, by field name, passwords left out. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "" && !never.test(entry[0]),
    ),
  );
}

/** Keeps the form's values under a name, for this tab only; nothing where the browser refuses storage. */
export function saveFormDraft(name: string, form: HTMLFormElement): void {
  writeStored(name, JSON.stringify(valuesOf(form)), "sessionStorage");
}

export function loadFormDraft(name: string): Record<string, string> {
  try {
    return JSON.parse(readStored(name, "sessionStorage") ?? "{}") as Record<string, string>;
  } catch {
    return {}; // damaged by something else on this origin
  }
}

export const clearFormDraft = (name: string): void => removeStored(name, "sessionStorage");

/** The fields that a program may fill: neither passwords nor boxes. */
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.type !== "checkbox" &&
      !never.test(field.name),
  );

/** Fills the fields that are still empty; what was typed or autofilled stays. */
export function fillForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of fieldsOf(form)) if (field.value === "") field.value = values[field.name] || "";
}

/** Puts these values into the form, whatever was there. */
export function setForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of fieldsOf(form)) field.value = values[field.name] ?? field.value;
}
