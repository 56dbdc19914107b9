/** The built site in a process of its own. Says its address once it answers. */
import { importBuild } from "../lib/built.ts";
import { leaveWithParent } from "./leave.ts";

leaveWithParent();
const { startSite, parseEnv } = await importBuild();
const site = await startSite(parseEnv(process.env));
process.once("SIGTERM", () => void site.stop().then(() => process.exit(0)));
console.log(site.url);
