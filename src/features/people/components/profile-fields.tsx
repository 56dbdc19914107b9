import { m } from "#messages";
import { Select } from "#ui/select.tsx";
import { EmailField, TextField } from "#ui/text-field.tsx";
import { professionLabel } from "../profession-labels.ts";
import { professions } from "../professions.ts";
import { OtherNameField } from "#ui/other-name-field.tsx";
import { UnprintableNote } from "#ui/unprintable-note.tsx";

export function ProfileFields() {
  return (
    <>
      <TextField name="name" label={m.common_name()} autoComplete="name" maxLength={120} required />
      <EmailField label={m.common_email()} required />
      <TextField
        name="contact_number"
        type="tel"
        label={m.common_contact_number()}
        autoComplete="tel"
        inputMode="tel"
        required
      />
      <TextField
        name="scfhs_number"
        label={m.common_scfhs_number()}
        hint={m.common_scfhs_number_hint()}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField name="workplace" label={m.common_workplace()} autoComplete="organization" />
      <Select
        name="profession"
        label={m.common_profession()}
        placeholder={m.accounts_profession_choose()}
        options={professions.map((value) => ({ value, label: professionLabel(value) }))}
        required
      />
      <OtherNameField />
      <UnprintableNote fields={["name", "name_other"]} />
      <TextField name="address" label={m.accounts_address()} autoComplete="address-line1" />
    </>
  );
}
