/** Rules for names of people, without I/O. */
import { isArabicName } from "#i18n/name-script.ts";

/** Returns `script` when a name is not in that script, else null. */
export function scriptProblem(name: string, script: "arabic" | "latin"): "arabic" | "latin" | null {
  const isRight = script === "arabic" ? isArabicName(name) : /\p{Script=Latin}/u.test(name) && !isArabicName(name);
  return isRight ? null : script;
}

/**
 * Checks a person's other name, which must be in the script that `name` is not in, because a certificate has one name
 * in each script. Null when it is fine or empty.
 */
export const otherNameProblem = (name: string, other: string): "arabic" | "latin" | null =>
  other === "" ? null : scriptProblem(other, isArabicName(name) ? "latin" : "arabic");

/** Matches addresses of web pages and mailboxes, which mail programs turn into links. */
const addressPattern = /@|:\/\/|\bwww\.|\.(?:com|net|org|info|biz|io|app|dev|xyz|link|click|site|online|top|shop)\b/i;

/** Whether a person's name contains an address. */
export const holdsAddress = (name: string): boolean => addressPattern.test(name);
