import type { Database } from "./database.server.ts";

const everyMs = 10_000;
/** A slower answer says too little about when it was given. */
const slowestMs = 1_000;

export interface Clock {
  now(): Date;
  stop(): void;
}

/**
 * The database's time, so that holds, sessions and limits are the same for every process, and a jump of this machine's
 * clock moves none. Between two looks, and while the database is away, it goes on by the machine's own steady counter.
 */
export async function databaseClock(database: Database): Promise<Clock> {
  let ahead = 0;
  const syncClock = async () => {
    const sentAt = performance.now();
    const { rows } = await database.executeSql("select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms");
    const answered = performance.now();
    if (answered - sentAt < slowestMs || ahead === 0) ahead = Number(rows[0]?.["ms"]) - (sentAt + answered) / 2;
  };
  await syncClock();
  // That the database does not answer is said where its answer is needed.
  const timer = setInterval(() => void syncClock().catch(() => {}), everyMs);
  timer.unref();
  return { now: () => new Date(performance.now() + ahead), stop: () => clearInterval(timer) };
}
