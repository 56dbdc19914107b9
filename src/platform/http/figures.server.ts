/** Gauges that are read from the database when Prometheus asks. */
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#platform/db/database.server.ts";

/** A gauge: one number, or one number for each value of `label`. */
export interface Figure {
  help: string;
  label?: string;
  read(): Promise<number | Record<string, number>>;
}
/** Gauges by their name in Prometheus. */
export type Figures = Record<string, Figure>;

const toCount = (value: unknown) => Number(value ?? 0);

/** The platform's own gauges: database, outbox and jobs. */
export function platformFigures(database: Database): Figures {
  const readQueuedMails = async (expression: string) =>
    toCount(
      (await database.executeSql(`select ${expression} as value from outbox_mail where status = 'queued'`)).rows[0]?.[
        "value"
      ],
    );
  const readJobs = async (expression: string, condition: string) =>
    toCount(
      (await database.executeSql(`select ${expression} as value from pgboss.job where ${condition}`)).rows[0]?.[
        "value"
      ],
    );
  const isDue = "state < 'active' and start_after < now()";
  return {
    database_up: {
      help: "1 while the database answers this process.",
      read: async () => {
        const isUp = await database.executeSql("select 1").then(
          () => true,
          () => false,
        );
        return isUp ? 1 : 0;
      },
    },
    clock_offset_seconds: {
      help: "How far this machine's clock is ahead of the database's, beyond what the duration of the query can explain.",
      read: async () => {
        const sentAt = Date.now();
        const { rows } = await database.executeSql(
          "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
        );
        const databaseTime = Number(rows[0]?.["ms"]);
        return (Math.max(0, sentAt - databaseTime) + Math.min(0, Date.now() - databaseTime)) / 1000;
      },
    },
    archive_failing: {
      help: "1 while PostgreSQL cannot archive its log: point-in-time backups stop at that moment, and the disk fills.",
      read: async () => {
        const { rows } = await database.executeSql(
          "select (last_failed_time > coalesce(last_archived_time, '-infinity'))::int as value from pg_stat_archiver",
        );
        return toCount(rows[0]?.["value"]);
      },
    },
    outbox_waiting: { help: "Emails not yet sent.", read: () => readQueuedMails("count(*)") },
    outbox_failing: {
      help: "Emails not yet sent for which at least one attempt failed.",
      read: () => readQueuedMails("count(*) filter (where last_error is not null)"),
    },
    outbox_oldest_seconds: {
      help: "Age of the oldest email not yet sent.",
      read: () => readQueuedMails("coalesce(extract(epoch from now() - min(created_at)), 0)::float8"),
    },
    mails_due: {
      help: "Emails queued five to ten minutes ago, without newsletters: `in_time` if the mail server accepted them within five minutes, otherwise `late`.",
      label: "outcome",
      read: async () => {
        const isInTime = `(status = 'captured' or coalesce(sent_at <= created_at + interval '5 minutes', false))`;
        const { rows } = await database.executeSql(
          `select count(*) filter (where ${isInTime}) as in_time, count(*) filter (where not ${isInTime}) as late
           from outbox_mail
           where created_at between now() - interval '10 minutes' and now() - interval '5 minutes'
             and unsubscribe_url is null`,
        );
        return { in_time: toCount(rows[0]?.["in_time"]), late: toCount(rows[0]?.["late"]) };
      },
    },
    jobs_waiting: { help: "Jobs that are due and not begun.", read: () => readJobs("count(*)", isDue) },
    jobs_oldest_seconds: {
      help: "For how long the oldest job that is due has waited.",
      read: () => readJobs("coalesce(extract(epoch from now() - min(start_after)), 0)::float8", isDue),
    },
    jobs_failed: {
      help: "Jobs that failed in the last 30 days after all their retries. Scheduled jobs are not counted, because they run again. Staff can retry the others.",
      read: () => readJobs("count(*)", "state = 'failed' and retry_limit > 0"),
    },
  };
}

/**
 * Registers gauges. While the database is unavailable, its gauges have no value; all other metrics can still be read.
 */
export function registerFigures(registry: Registry, figures: Figures): void {
  for (const [name, { help, label, read }] of Object.entries(figures)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [],
      async collect() {
        const values = await read().catch(() => null);
        this.reset();
        if (typeof values === "number") this.set(values);
        else if (values === null && !label) this.remove();
        else for (const [value, number] of Object.entries(values ?? {})) this.set({ [label ?? ""]: value }, number);
      },
    });
    registry.registerMetric(gauge);
  }
}
