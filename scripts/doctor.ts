/**
 * `npm run doctor`: looks at settings, permissions, disk, database, clock, mail server and card provider, and says what
 * to do. Makes a missing DATA_DIR, else changes and sends nothing. Ends with 0 when nothing is wrong, 1 when something
 * is, 78 when the settings cannot be read.
 */
import { checks } from "./doctor-checks.ts";
import { readSettings } from "./settings.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
let wrong = 0;
for (const [name, check] of Object.entries(checks))
  for (const { state, text } of await check(env)) {
    if (state === "wrong") wrong += 1;
    console.log(`${(state === "wrong" ? "WRONG" : state).padEnd(6)}${name.padEnd(12)} ${text}`);
  }
console.log(wrong === 0 ? "Nothing is wrong." : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.`);
process.exit(wrong === 0 ? 0 : 1);
