import { m, textNamed, underscored } from "../messages.ts";
import type { MailKind } from "./mail-types.ts";

/** The name of a kind of mail: a new one has it in `staff_mails_kinds_…` of both languages. */
const kindLabel = (kind: MailKind): string => m[`staff_mails_kinds_${underscored(kind)}`]();

const group = "staff_mails_kinds_";
/** Every kind of mail, by its name. */
export const listMailKinds = (): { id: MailKind; name: string }[] =>
  Object.keys(m)
    .filter((key) => key.startsWith(group))
    .map((key) => key.slice(group.length).replaceAll("_", "-") as MailKind)
    .map((id) => ({ id, name: kindLabel(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** The name of a kind of mail; one of another version as it is called. */
export const mailKind = (template: string): string => textNamed(`${group}${template}`) ?? template;
