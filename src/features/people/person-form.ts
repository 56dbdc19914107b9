import { textOf } from "#ui/form.tsx";

/** What the fields of a person (profile-fields.tsx) hold. */
export const personOf = (data: FormData) => ({
  name: textOf(data, "name"),
  name_other: textOf(data, "name_other"),
  email: textOf(data, "email"),
  address: textOf(data, "address"),
  contact_number: textOf(data, "contact_number"),
  scfhs_number: textOf(data, "scfhs_number"),
  workplace: textOf(data, "workplace"),
  profession: textOf(data, "profession"),
});
