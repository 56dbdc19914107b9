/** Matches titles such as `Dr.` and `د.`. */
const titles =
  /^(?:(?:dr|prof|mr|mrs|ms|miss|eng|sr|nurse|doctor|professor)\.?|(?:د|أ|م|أ\.د)\.|الدكتور|الدكتورة|دكتور|دكتورة|الأستاذ|الأستاذة|المهندس|المهندسة)$/iu;
/** Matches the first word of given names of two words: `Abdul Rahman`, «عبد الله». */
const firstHalves = /^(?:abd|abdul|abdel|abdal|abu|umm|ibn|bin|bint|al|el|عبد|أبو|ابو|أم|ام|ابن|بنت|آل)$/iu;
/** Matches the second word of given names of two words: «نور الدين». */
const secondHalves = /^(?:al|el|ud|uddin|eddin|الدين|الله|الرحمن|الإسلام)$/iu;

/**
 * Returns the given name for a greeting: `Sara` for `Dr. Sara Nasser`, «عبد الله» for «عبد الله ناصر». Returns the
 * whole name when the first word is only an initial.
 */
export function givenName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  while (words.length > 1 && titles.test(words[0] ?? "")) words.shift();
  const [first = "", second = ""] = words;
  if (firstHalves.test(first) && second)
    return firstHalves.test(second) && words[2] ? `${first} ${second} ${words[2]}` : `${first} ${second}`;
  if (secondHalves.test(second)) return `${first} ${second}`;
  return first.replace(/\.$/, "").length < 2 ? words.join(" ") : first;
}
