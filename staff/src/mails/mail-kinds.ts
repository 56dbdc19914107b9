import { m, findMessage, toSnakeCase } from "../messages.ts";
import type { MailKind } from "./mail-types.ts";

/** The label of a kind of email. A new kind needs `staff_mails_kinds_…` in both languages. */
const kindLabel = (kind: MailKind): string => m[`staff_mails_kinds_${toSnakeCase(kind)}`]();

const keyPrefix = "staff_mails_kinds_";
/** Every kind of email, sorted by label. */
export const listMailKinds = (): { id: MailKind; name: string }[] =>
  Object.keys(m)
    .filter((key) => key.startsWith(keyPrefix))
    .map((key) => key.slice(keyPrefix.length).replaceAll("_", "-") as MailKind)
    .map((id) => ({ id, name: kindLabel(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));

/** The label of an email's kind, or its name if this version does not know the kind. */
export const mailKindLabel = (template: string): string => findMessage(`${keyPrefix}${template}`) ?? template;
