/** `npm start` builds the site if needed, starts it and the fake card provider, and shuts both down cleanly. */
import { spawnSync } from "node:child_process";
import { inspect } from "node:util";
import { isBuilt } from "./build-digest.ts";
import { demandDataFolder, folderProblem } from "./data-folder.ts";
import { isSandboxRunning, startSandboxProcess, type SandboxProcess } from "./sandbox-process.ts";
import { greeting, readSettings } from "./settings.ts";

interface Site {
  url: string;
  stop(): Promise<void>;
}
interface BuiltServer {
  startSite(env: Awaited<ReturnType<typeof readSettings>>, beforeJobs: () => Promise<void>): Promise<Site>;
}

process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
demandDataFolder(env);

if (!isBuilt()) {
  console.log("Building; this is done once.");
  const { status } = spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
// React and other packages read it on import. Our own settings are already parsed.
process.env["NODE_ENV"] ??= "production";

const stopMs = 9_500;
let stop: () => Promise<unknown> = async () => {};
let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), stopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => (console.error(error), process.exit(1)),
    );
  });
}

try {
  // A fake provider that already runs does not know the payments of the demo history.
  if (await isSandboxRunning(env)) env.DEMO_HISTORY = false;
  const { startSite } = (await import(new URL("../build/server/index.js", import.meta.url).href)) as BuiltServer;
  let sandbox: SandboxProcess | undefined;
  stop = async () => sandbox?.stop();
  // Starts after the payments of the demo history are written and before a job queries them.
  const site = await startSite(env, async () => {
    sandbox = await startSandboxProcess(env);
  });
  // The site ends first: it may still ask the fake provider about a payment.
  stop = () => site.stop().finally(() => sandbox?.stop());
  if (env.NODE_ENV === "production")
    console.log(JSON.stringify({ level: "info", time: new Date().toISOString(), msg: "listening", url: site.url }));
  else console.log(greeting(env, site.url));
} catch (error) {
  await stop().catch(() => {});
  console.error(describeError(error));
  process.exit(1);
}

/** A sentence for an expected error, else the error with its stack. */
function describeError(error: unknown): string {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === "EADDRINUSE") return `Port ${env.PORT} is taken. Set PORT to another, or end the program that has it.`;
  if (code === "EACCES" && syscall === "listen")
    return `Port ${env.PORT} may not be used by this user. Set PORT to one above 1023.`;
  if (
    error instanceof Error &&
    ["DirectoryInUseError", "PortTakenError", "UnreadableDatabaseError"].includes(error.name)
  )
    return error.message;
  // The database reports a full disk in many ways, so check the disk itself.
  return folderProblem(env.DATA_DIR, !env.DATABASE_URL) ?? inspect(error);
}
