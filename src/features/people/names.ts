/** Rules for names of people, without I/O. */
import { isArabicName } from "#i18n/name-script.ts";

/** The script that a name must have but lacks; null when it has it. */
export function scriptProblem(name: string, script: "arabic" | "latin"): "arabic" | "latin" | null {
  const isRight = script === "arabic" ? isArabicName(name) : /\p{Script=Latin}/u.test(name) && !isArabicName(name);
  return isRight ? null : script;
}

/** Checks the name in the other script; null when it is fine or empty. A certificate has one name in each script. */
export const otherNameProblem = (name: string, other: string): "arabic" | "latin" | null =>
  other === "" ? null : scriptProblem(other, isArabicName(name) ? "latin" : "arabic");

/** Addresses of web pages and mailboxes, which mail programs turn into links. */
const address = /@|:\/\/|\bwww\.|\.(?:com|net|org|info|biz|io|app|dev|xyz|link|click|site|online|top|shop)\b/i;

/** Whether a person's name contains an address. */
export const holdsAddress = (name: string): boolean => address.test(name);
