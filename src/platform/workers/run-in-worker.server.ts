import { getActorIdentity, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { createWorkerPool, WorkerFailed, type RunOptions } from "./pool.server.ts";

/** Functions of the jobs by name. `src/app/worker.ts` declares its table here. */
export interface WorkerJobs {}

/** The build has the workers' bundle beside its own; everything else runs from source. */
const entry = import.meta.url.includes("/build/server/") ? "build/server/worker.js" : "src/app/worker.ts";
const pool = createWorkerPool({ entry });

/**
 * Runs a job of `src/app/worker.ts` outside this process and resolves with its result.
 *
 *     const bytes = await runInWorker("certificate-pdf", [certificate, locale], { account: getAccountKey(ctx), key });
 *
 * Input and result are copied: this works for dates, maps and bytes, not for functions and instances of classes. A job
 * gets no `ctx`, database, setting or secret. What a caller must tell apart, such as why a file is refused, the job
 * returns as a value; what it throws arrives as a plain Error with its name, message and stack. Rejects with QueueFull
 * (503 with Retry-After) when too much waits and with WorkerFailed (503) when the job needed too much memory or time.
 */
export const runInWorker = <Name extends keyof WorkerJobs>(
  name: Name,
  input: Input<Name>,
  options?: RunOptions,
): Promise<Result<Name>> => pool.run(name, input, options) as Promise<Result<Name>>;

/** Returns the key for `account`: the id of the actor, or the network address of a visitor. */
export const getAccountKey = ({ actor, address }: Ctx): string => getActorIdentity(actor).id ?? address;

/**
 * `runInWorker` for a file that a person has uploaded as `field`: a file that needs too much memory or time is refused
 * with a ValidationError (422). Throws QueueFull.
 */
export async function readInWorker<Name extends keyof WorkerJobs>(
  ctx: Pick<Ctx, "locale">,
  field: string,
  name: Name,
  input: Input<Name>,
  options?: RunOptions,
): Promise<Result<Name>> {
  try {
    return await runInWorker(name, input, options);
  } catch (error) {
    // A worker that ended by itself does not show that the file is at fault.
    if (!(error instanceof WorkerFailed) || error.reason === "exit") throw error;
    throw new ValidationError({ [field]: [m.platform_file_too_complex({}, { locale: ctx.locale })] });
  }
}

type Job<Name extends keyof WorkerJobs> = WorkerJobs[Name] extends (...input: infer In) => infer Out
  ? { input: In; result: Awaited<Out> }
  : never;
type Input<Name extends keyof WorkerJobs> = Job<Name>["input"] & readonly unknown[];
type Result<Name extends keyof WorkerJobs> = Job<Name>["result"];
