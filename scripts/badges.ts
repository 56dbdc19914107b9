/**
 * `npm run badges` lists the keys that sign Open Badges. `npm run badges -- rotate` makes a new key, which signs from
 * now on; `npm run badges -- withdraw <thumbprint>` makes every badge that this key signed invalid.
 */
import {
  listBadgeKeys,
  rotateBadgeKey,
  withdrawBadgeKey,
} from "../src/features/learning/certificates/badge-keys.server.ts";
import { runCommand } from "./run-command.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const [command = "list", thumbprint = "", ...more] = process.argv.slice(2);
if (!["list", "rotate", "withdraw"].includes(command) || (command === "withdraw") !== Boolean(thumbprint) || more[0]) {
  console.error("npm run badges [-- list | rotate | withdraw <thumbprint>]");
  process.exit(2);
}

await runCommand(async (ctx) => {
  if (command === "rotate") await rotateBadgeKey(ctx);
  if (command === "withdraw") await withdrawBadgeKey(ctx, { thumbprint });
  for (const key of await listBadgeKeys(ctx))
    console.log(`${key.thumbprint}  ${key.createdAt.toISOString().slice(0, 10)}  ${key.state}`);
});
