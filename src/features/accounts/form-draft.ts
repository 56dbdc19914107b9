/** Form drafts live in this tab until they are sent. Never a password. */
const never = /password/;

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "" && !never.test(entry[0]),
    ),
  );
}

export function saveFormDraft(name: string, form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(valuesOf(form)));
  } catch {
    // Storage refused or full: nothing is stored.
  }
}

export function loadFormDraft(name: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function clearFormDraft(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage refused: nothing was stored.
  }
}

export function fillForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of form.elements) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) ||
      field.type === "checkbox" ||
      never.test(field.name)
    )
      continue;
    const value = values[field.name];
    if (value && field.value === "") field.value = value;
  }
}

/** Overwrites all but passwords and boxes. */
export function setForm(form: HTMLFormElement, values: Partial<Record<string, string>>): void {
  for (const field of form.elements) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) ||
      field.type === "checkbox" ||
      never.test(field.name)
    )
      continue;
    field.value = values[field.name] ?? field.value;
  }
}
