/** Names of people: rules without I/O. */
import { isArabicName } from "#i18n/name-script.ts";

/** Which script a name lacks that a name is to be written in; null when it is in it. */
export function scriptProblem(name: string, script: "arabic" | "latin"): "arabic" | "latin" | null {
  const isRight = script === "arabic" ? isArabicName(name) : /\p{Script=Latin}/u.test(name) && !isArabicName(name);
  return isRight ? null : script;
}

/** What is wrong with the name in the other script; null also for none. A certificate carries one name in each. */
export const otherNameProblem = (name: string, other: string): "arabic" | "latin" | null =>
  other === "" ? null : scriptProblem(other, isArabicName(name) ? "latin" : "arabic");

/** Addresses of web pages and mailboxes, which mail programs turn into links. */
const address = /@|:\/\/|\bwww\.|\.(?:com|net|org|info|biz|io|app|dev|xyz|link|click|site|online|top|shop)\b/i;

/** Whether a text that stands as a person's name holds an address. */
export const holdsAddress = (name: string): boolean => address.test(name);
