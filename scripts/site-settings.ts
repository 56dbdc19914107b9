/**
 * `npm run settings -- list | set <name> <value> | reset <name>`: the settings of the whole site that staff may change
 * (docs/operations.md).
 */
import {
  listSettings,
  resetSetting,
  setSetting,
  UnknownSetting,
} from "../src/features/settings/edit-settings.server.ts";
import { ValidationError } from "../src/platform/errors.ts";
import { errorText, runCommand } from "./run-command.ts";

const usage = `npm run settings -- list [name] | set <name> <value> | reset <name>
For example: npm run settings -- set messageSet as-specified`;

process.chdir(new URL("..", import.meta.url).pathname);
const [command = "", name = "", value, ...more] = process.argv.slice(2);
/** Whether the arguments fit, per command. */
const isWellFormed: Record<string, boolean> = {
  list: value === undefined,
  set: name !== "" && value !== undefined,
  reset: name !== "" && value === undefined,
};
if (!isWellFormed[command] || more.length > 0) {
  console.error(usage);
  process.exit(2);
}

await runCommand(async (ctx) => {
  if (command === "set") await setSetting(ctx, name, value ?? "");
  if (command === "reset") await resetSetting(ctx, name);
  const settings = (await listSettings(ctx)).filter(
    (setting) => name === "" || setting.name === name || setting.name.startsWith(`${name}.`),
  );
  if (settings.length === 0) throw new UnknownSetting(name);
  for (const setting of settings)
    console.log([setting.name, JSON.stringify(setting.value), setting.isSet ? "" : "default"].join("\t"));
}, explain);

function explain(error: unknown): string {
  if (error instanceof UnknownSetting)
    return `There is no setting "${error.message}". "npm run settings -- list" shows all.`;
  return error instanceof ValidationError
    ? `${name}: ${Object.values(error.fields).flat().join(" ")}`
    : errorText(error);
}
