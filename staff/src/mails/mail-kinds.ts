import { m, findMessage, toSnakeCase } from "../messages.ts";
import type { MailKind } from "./mail-types.ts";

/** The label of a kind of email. A new kind needs `staff_mails_kinds_…` in both languages. */
const kindLabel = (kind: MailKind): string => m[`staff_mails_kinds_${toSnakeCase(kind)}`]();

const group = "staff_mails_kinds_";
/** Every kind of email, sorted by label. */
export const listMailKinds = (): { id: MailKind; name: string }[] =>
  Object.keys(m)
    .filter((key) => key.startsWith(group))
    .map((key) => key.slice(group.length).replaceAll("_", "-") as MailKind)
    .map((id) => ({ id, name: kindLabel(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));

/** The label of a kind of email. A kind from another version is shown by its name. */
export const mailKind = (template: string): string => findMessage(`${group}${template}`) ?? template;
