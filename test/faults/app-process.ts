/** Starts application processes of `app-process-main.ts` and talks to them. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Outcome, Task } from "./app-process-main.ts";

export interface AppProcess {
  /** What came of the task; null when the process was killed by it. */
  do(task: Task): Promise<Outcome | null>;
  end(): Promise<void>;
}

async function answer(child: ChildProcess): Promise<Outcome | null> {
  const heard = new AbortController();
  const answered = once(child, "message", { signal: heard.signal }).then(([outcome]) => outcome as Outcome);
  const gone = once(child, "exit", { signal: heard.signal }).then(([code, signal]) => {
    if (signal !== "SIGKILL") throw new Error(`The process ended with ${String(code)}`);
    return null;
  });
  for (const loser of [answered, gone]) loser.catch(() => {});
  return Promise.race([answered, gone]).finally(() => heard.abort());
}

/** Resolves once the process is up and its connections are open. */
export async function startAppProcess(databaseUrl: string, providerUrl: string): Promise<AppProcess> {
  const child = fork("test/faults/app-process-main.ts", {
    execArgv: [],
    env: { PATH: process.env["PATH"], APP_DATABASE: databaseUrl, APP_PROVIDER: providerUrl },
  });
  await answer(child);
  return {
    do: (task) => {
      const answered = answer(child);
      child.send(task);
      return answered;
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
