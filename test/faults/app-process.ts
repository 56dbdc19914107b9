/** Starts application processes (`app-process-main.ts`) and sends them tasks. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Outcome, Task } from "./app-process-main.ts";

export interface AppProcess {
  /** Runs a task and resolves with its outcome, or with null when the task killed the process. */
  do(task: Task): Promise<Outcome | null>;
  end(): Promise<void>;
}

/** Resolves with the next message of the process, or with null when it is killed. Rejects when it exits otherwise. */
async function waitForOutcome(child: ChildProcess): Promise<Outcome | null> {
  const settled = new AbortController();
  const answered = once(child, "message", { signal: settled.signal }).then(([outcome]) => outcome as Outcome);
  const killed = once(child, "exit", { signal: settled.signal }).then(([code, signal]) => {
    if (signal !== "SIGKILL") throw new Error(`The process ended with ${String(code)}`);
    return null;
  });
  for (const promise of [answered, killed]) promise.catch(() => {});
  return Promise.race([answered, killed]).finally(() => settled.abort());
}

/** Starts a process and resolves once its database connections are open. */
export async function startAppProcess(databaseUrl: string, providerUrl: string): Promise<AppProcess> {
  const child = fork("test/faults/app-process-main.ts", {
    execArgv: [],
    env: { PATH: process.env["PATH"], APP_DATABASE: databaseUrl, APP_PROVIDER: providerUrl },
  });
  await waitForOutcome(child);
  return {
    do: (task) => {
      const answered = waitForOutcome(child);
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
