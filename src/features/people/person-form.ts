/** The text of a field, empty when the form has none of that name. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? "");

/** What the fields of a person (profile-fields.tsx) hold. */
export const personOf = (data: FormData) => ({
  name: textOf(data, "name"),
  email: textOf(data, "email"),
  address: textOf(data, "address"),
  contact_number: textOf(data, "contact_number"),
  scfhs_number: textOf(data, "scfhs_number"),
  workplace: textOf(data, "workplace"),
  profession: textOf(data, "profession"),
});
