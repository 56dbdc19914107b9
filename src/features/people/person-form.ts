import { getFormText } from "#ui/form.tsx";

/**
 * Reads the values of a person's fields (profile-fields.tsx) from a form. `name_other` is the name in the other script:
 * Arabic or Latin letters.
 */
export const getFormPerson = (data: FormData) => ({
  name: getFormText(data, "name"),
  name_other: getFormText(data, "name_other"),
  email: getFormText(data, "email"),
  address: getFormText(data, "address"),
  contact_number: getFormText(data, "contact_number"),
  scfhs_number: getFormText(data, "scfhs_number"),
  workplace: getFormText(data, "workplace"),
  profession: getFormText(data, "profession"),
});
