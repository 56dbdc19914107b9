import type { Database } from "./database.server.ts";

const syncEveryMs = 10_000;
/** A slower answer is ignored, because it says too little about when the database read its clock. */
const maxAnswerMs = 1_000;

export interface Clock {
  now(): Date;
  stop(): void;
}

/**
 * Returns a clock with the database's time, so that holds, sessions and limits are the same for every process, and do
 * not jump with this machine's clock. Between two readings, and while the database is unavailable, the clock follows
 * the monotonic counter of the machine.
 */
export async function databaseClock(database: Database): Promise<Clock> {
  let offsetMs = 0;
  const syncClock = async () => {
    const sentAt = performance.now();
    const { rows } = await database.executeSql("select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms");
    const answeredAt = performance.now();
    if (answeredAt - sentAt < maxAnswerMs || offsetMs === 0)
      offsetMs = Number(rows[0]?.["ms"]) - (sentAt + answeredAt) / 2;
  };
  await syncClock();
  // Failures are ignored: whoever needs the database reports that it does not answer.
  const timer = setInterval(() => void syncClock().catch(() => {}), syncEveryMs);
  timer.unref();
  return { now: () => new Date(performance.now() + offsetMs), stop: () => clearInterval(timer) };
}
