/**
 * Code of a worker process. It gets one job at a time from the pool, and has no database connection, no secrets and no
 * data but the job's input.
 */

/** Loaders by job name. A worker loads a module for its first job of that name, and so only the libraries it needs. */
export type JobTable = Record<string, () => Promise<(...input: never[]) => unknown>>;

/** Message from the pool to a worker. */
export interface Assignment {
  name: string;
  input: readonly unknown[];
}
/**
 * Message from a worker to the pool. Errors lose their class, so a job returns a value for each outcome that its callers
 * must distinguish.
 */
export type Outcome =
  | { ok: true; value: unknown }
  | { ok: false; error: { name: string; message: string; stack: string } };

async function runJob(jobs: JobTable, { name, input }: Assignment): Promise<Outcome> {
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

/** Runs the jobs of the pool that started this process, and exits when the pool does. */
export function serveJobs(jobs: JobTable): void {
  // A terminal or container signals the whole process group, but the pool's process decides when work ends.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  process.on("message", (assignment: Assignment) => {
    void runJob(jobs, assignment).then((outcome) => process.send?.(outcome));
  });
}
