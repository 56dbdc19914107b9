/** A second process of the site on a test's database, to test that it learns of changes by the first. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface OtherProcess {
  /** Evaluates the expression in the process and resolves with its printed value. */
  ask(): Promise<string>;
  kill(): void;
}

/** `answer` is the code of an expression, which `ask` evaluates with `ctx`. `imports` are its import lines. */
export async function startOtherProcess(databaseUrl: string, imports: string, answer: string): Promise<OtherProcess> {
  const program = `
    import { createInterface } from "node:readline";
    import { parseEnv } from "#platform/env.server.ts";
    import { openServices } from "./src/app/services.server.ts";
    import { systemContext } from "./src/app/context.server.ts";
    ${imports}
    const services = await openServices(parseEnv(process.env));
    const ctx = systemContext(services, { kind: "visitor" });
    console.log("ready");
    for await (const _line of createInterface(process.stdin)) console.log(${answer});`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: "x".repeat(40),
      DEMO: "0",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    ask: async () => {
      child.stdin.write("?\n");
      return String((await lines.next()).value);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
