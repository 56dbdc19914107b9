import { passwordLength } from "./password-length.ts";

/**
 * Passwords to refuse, in lower case: keyboard patterns, and names and words of this site, its country and health care.
 */
const refusedWords = `
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

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...refusedWords.split(/\s+/).filter(Boolean)]);
}

let loadedPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Common passwords in lower case: 49,000 from published breaches, of which 18,000 have the minimum length, and
 * `refusedWords`. Short ones matter too, because `isCommon` also compares a password without trailing digits and signs.
 * The list takes 4 MB and is loaded when someone first chooses a password.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loadedPasswords ??= loadCommonPasswords());
}

export type PasswordProblem = "missing" | "characters" | "short" | "long" | "common" | "mismatch";

interface PasswordOwner {
  name: string;
  /** The name in the other script, Arabic or Latin. */
  otherName?: string;
  email: string;
}

// Control characters. They come from a wrong paste, and nobody can type them again.
// eslint-disable-next-line no-control-regex
const untypeable = /[\u0000-\u001f\u007f]/;
const repetition = /^(.{1,4})\1+$/su;
const trailingSigns = /[\d\p{P}\p{S}\s]+$/u;

/** Whether the characters have consecutive code points, up or down, such as `abcdefgh`. */
function isSequence(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/**
 * Whether a password is common: a common word with a suffix, a repetition, a keyboard run, consecutive digits, or the
 * person's own name or email address.
 */
async function isCommon(password: string, owner: PasswordOwner): Promise<boolean> {
  const common = await commonPasswords();
  const text = password.toLowerCase();
  const word = text.replace(trailingSigns, "");
  const [mailbox = "", domain = ""] = owner.email.toLowerCase().split("@");
  const names = [owner.name, owner.otherName ?? ""].map((name) => name.toLowerCase());
  const personalTexts = [
    owner.email.toLowerCase(),
    mailbox,
    domain,
    ...names,
    ...names.map((name) => name.replaceAll(" ", "")),
  ];
  const digitRow = "01234567890123456789";
  return (
    common.has(text) ||
    common.has(word) ||
    repetition.test(text) ||
    isSequence(text) ||
    digitRow.includes(text) ||
    digitRow.includes([...text].reverse().join("")) ||
    personalTexts.some((personal) => personal !== "" && (personal === text || personal === word))
  );
}

/**
 * Finds the first problem of a password, or null. Lengths count characters. Any script and spaces are allowed, and no
 * character classes are required (NIST SP 800-63B, OWASP ASVS 5.0 §6.2).
 */
export async function passwordProblem(
  password: string,
  confirmation: string,
  owner: PasswordOwner,
): Promise<PasswordProblem | null> {
  const length = [...password.normalize("NFKC")].length;
  if (length === 0) return "missing";
  if (!password.isWellFormed() || untypeable.test(password)) return "characters";
  if (length < passwordLength.min) return "short";
  if (length > passwordLength.max) return "long";
  if (await isCommon(password.normalize("NFKC"), owner)) return "common";
  return password.normalize("NFKC") === confirmation.normalize("NFKC") ? null : "mismatch";
}
