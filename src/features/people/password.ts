import { passwordLength } from "./password-length.ts";

/** In lower case: keyboard walks, names and words of this site, its country and its trade. */
const words = `
password passwort motdepasse contrasena senha passw0rd p@ssword p@ssw0rd pa55word qwerty qwertyui qwertyuiop qwerty123 azerty azertyuiop
asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc poiuytrewq 987654321q 0987654321q 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx
abc abcd abcdef abcdefg abcdefgh abcdefghi abcd1234 abc12345 a1b2c3d4 a1b2c3 aa123456 aa12345678 abc123456 admin administrator root master letmein
welcome login access secret changeme changeit default guest user test tester testing test1234 temp temporary iloveyou loveyou lovely
princess sunshine monkey dragon shadow football baseball basketball superman batman spiderman pokemon starwars michael jennifer jessica
ashley nicole daniel charlie thomas jordan hunter harley ranger buster killer summer winter spring autumn freedom whatever trustno
computer internet samsung google facebook twitter instagram whatsapp microsoft windows linkedin youtube android iphone apple
flower purple orange chocolate cookie banana cheese pepper ginger butterfly hello hello1234 hellohello helloworld goodluck
liverpool chelsea arsenal barcelona realmadrid juventus manchester madrid hilal alhilal nassr alnassr ittihad alittihad alahli
saudi saudia saudiarabia ksa riyadh jeddah makkah mecca madinah medina dammam kingdom vision mohammed mohamed muhammad ahmed abdullah
abdulaziz abdulrahman khalid faisal salman fahad sultan ibrahim hassan hussein omar fatima fatimah aisha maryam noura sarah sara
bismillah alhamdulillah mashallah inshallah subhanallah allahuakbar allah habibi habibti
doctor doctors dentist pharmacist pharmacy nurse nurses nursing technician hospital clinic medical medicine health healthcare patient
nama namahealth nama-health training course courses learning scfhs mumaris student teacher school university college
مرحبا كلمةالسر كلمةالمرور الرياض السعودية محمد احمد أحمد عبدالله بسمالله الحمدلله سبحانالله اللهاكبر الله حبيبي حبيبتي
`;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...words.split(/\s+/).filter(Boolean)]);
}

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * In lower case: 49,000 from published breaches, 18,000 of them long enough to be chosen here, and our own words;
 * password.ts also compares a password without trailing digits and signs. Loaded at the first new password: 4 MB.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (known ??= load());
}

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

/**
 * Whether a password is common: a common word with a suffix, a repetition, a keyboard run, consecutive digits, or the
 * person's own name.
 */
async function isCommon(password: string, known: Known): Promise<boolean> {
  const common = await commonPasswords();
  const text = password.toLowerCase();
  const word = text.replace(trailing, "");
  const [mailbox = "", domain = ""] = known.email.toLowerCase().split("@");
  const names = [known.name, known.otherName ?? ""].map((name) => name.toLowerCase());
  const own = [known.email.toLowerCase(), mailbox, domain, ...names, ...names.map((name) => name.replaceAll(" ", ""))];
  const digitRow = "01234567890123456789";
  return (
    common.has(text) ||
    common.has(word) ||
    repeated.test(text) ||
    isRun(text) ||
    digitRow.includes(text) ||
    digitRow.includes([...text].reverse().join("")) ||
    own.some((ownValue) => ownValue !== "" && (ownValue === text || ownValue === word))
  );
}

/**
 * Finds the first problem of a password, or null. Lengths count characters. Any script and spaces are allowed, and no
 * character classes are required (NIST SP 800-63B, OWASP ASVS 5.0 §6.2).
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
