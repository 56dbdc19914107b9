import { commonPasswords } from "./common-passwords.ts";
import { passwordLength } from "./password-length.ts";

export type PasswordProblem = "missing" | "characters" | "short" | "long" | "common" | "mismatch";

interface Known {
  name: string;
  /** In the other script. */
  otherName?: string;
  email: string;
}

// What no keyboard types into a field: it comes from a paste that went wrong, and cannot be typed again.
// eslint-disable-next-line no-control-regex
const untypeable = /[\u0000-\u001f\u007f]/;
const repeated = /^(.{1,4})\1+$/su;
const trailing = /[\d\p{P}\p{S}\s]+$/u;

function isRun(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** A common word with something after it, a repetition, a run, only digits in sequence, the person's own name. */
async function isCommon(password: string, known: Known): Promise<boolean> {
  const common = await commonPasswords();
  const text = password.toLowerCase();
  const word = text.replace(trailing, "");
  const [mailbox = "", domain = ""] = known.email.toLowerCase().split("@");
  const names = [known.name, known.otherName ?? ""].map((name) => name.toLowerCase());
  const own = [known.email.toLowerCase(), mailbox, domain, ...names, ...names.map((name) => name.replaceAll(" ", ""))];
  const digitsOfRow = "01234567890123456789";
  return (
    common.has(text) ||
    common.has(word) ||
    repeated.test(text) ||
    isRun(text) ||
    digitsOfRow.includes(text) ||
    digitsOfRow.includes([...text].reverse().join("")) ||
    own.some((taken) => taken !== "" && (taken === text || taken === word))
  );
}

/**
 * The first problem, or null. Lengths count characters, any script and spaces are allowed, and no classes of characters
 * are required (NIST SP 800-63B, OWASP ASVS 5.0 §6.2).
 */
export async function passwordProblem(
  password: string,
  confirmation: string,
  known: Known,
): Promise<PasswordProblem | null> {
  const length = [...password.normalize("NFKC")].length;
  if (length === 0) return "missing";
  if (!password.isWellFormed() || untypeable.test(password)) return "characters";
  if (length < passwordLength.min) return "short";
  if (length > passwordLength.max) return "long";
  if (await isCommon(password.normalize("NFKC"), known)) return "common";
  return password.normalize("NFKC") === confirmation.normalize("NFKC") ? null : "mismatch";
}
