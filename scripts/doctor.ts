/**
 * `npm run doctor` checks settings, permissions, disk, database, clock, mail server and card provider, and says what to
 * do. It creates a missing DATA_DIR; apart from that it changes and sends nothing. It ends with 0 when nothing is
 * wrong, with 1 when something is wrong, and with 78 when the settings cannot be read.
 */
import { checks } from "./doctor-checks.ts";
import { readSettings } from "./settings.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
let wrongCount = 0;
for (const [name, check] of Object.entries(checks))
  for (const { state, text } of await check(env)) {
    if (state === "wrong") wrongCount += 1;
    console.log(`${(state === "wrong" ? "WRONG" : state).padEnd(6)}${name.padEnd(12)} ${text}`);
  }
console.log(
  wrongCount === 0 ? "Nothing is wrong." : `${wrongCount} ${wrongCount === 1 ? "thing is" : "things are"} wrong.`,
);
process.exit(wrongCount === 0 ? 0 : 1);
