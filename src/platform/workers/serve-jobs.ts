/** The side of a worker process: it does one job at a time and holds no connection, secret or personal data of others. */

/** Name → a module loaded with the first job of that name, so that a worker holds only the libraries it uses. */
export type JobTable = Record<string, () => Promise<(...input: never[]) => unknown>>;

/** From the pool to a worker. */
export interface Assignment {
  name: string;
  input: readonly unknown[];
}
/** From a worker to the pool. An error crosses as text: what a caller must tell apart, a job returns as a value. */
export type Outcome =
  | { ok: true; value: unknown }
  | { ok: false; error: { name: string; message: string; stack: string } };

async function run(jobs: JobTable, { name, input }: Assignment): Promise<Outcome> {
  try {
    const load = jobs[name];
    if (!load) throw new Error(`There is no worker job ${name}`);
    const job = (await load()) as (...input: readonly unknown[]) => unknown;
    return { ok: true, value: await job(...input) };
  } catch (error) {
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, error: { name, message, stack } };
  }
}

/** Does the jobs of the pool that started this process, and ends with it. */
export function serveJobs(jobs: JobTable): void {
  // Signals of a terminal or of a container reach the whole group: the pool's process decides when work ends.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  process.on("message", (assignment: Assignment) => {
    void run(jobs, assignment).then((outcome) => process.send?.(outcome));
  });
}
