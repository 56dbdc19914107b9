/** Titles: `Dr.`, `د.` and the like. */
const titles =
  /^(?:(?:dr|prof|mr|mrs|ms|miss|eng|sr|nurse|doctor|professor)\.?|(?:د|أ|م|أ\.د)\.|الدكتور|الدكتورة|دكتور|دكتورة|الأستاذ|الأستاذة|المهندس|المهندسة)$/iu;
/** First halves of a name of two words: `Abdul Rahman`, «عبد الله». */
const openers = /^(?:abd|abdul|abdel|abdal|abu|umm|ibn|bin|bint|al|el|عبد|أبو|ابو|أم|ام|ابن|بنت|آل)$/iu;
/** Second halves: «نور الدين». */
const seconds = /^(?:al|el|ud|uddin|eddin|الدين|الله|الرحمن|الإسلام)$/iu;

/** For greetings: `Sara` of `Dr. Sara Nasser`, «عبد الله» of «عبد الله ناصر»; else the whole name. */
export function givenName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  while (words.length > 1 && titles.test(words[0] ?? "")) words.shift();
  const [first = "", second = ""] = words;
  if (openers.test(first) && second)
    return openers.test(second) && words[2] ? `${first} ${second} ${words[2]}` : `${first} ${second}`;
  if (seconds.test(second)) return `${first} ${second}`;
  return first.replace(/\.$/, "").length < 2 ? words.join(" ") : first;
}
