/** Gauges that are read from the database when Prometheus asks. */
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#platform/db/database.server.ts";

/** One number, or one for each value of `label`. */
export interface Figure {
  help: string;
  label?: string;
  read(): Promise<number | Record<string, number>>;
}
/** By name, as Prometheus sees it. */
export type Figures = Record<string, Figure>;

const count = (value: unknown) => Number(value ?? 0);

/** What the platform itself keeps in the database: mails and jobs. */
export function platformFigures(database: Database): Figures {
  const mails = async (what: string) =>
    count(
      (await database.executeSql(`select ${what} as value from outbox_mail where status = 'queued'`)).rows[0]?.[
        "value"
      ],
    );
  const jobs = async (what: string, which: string) =>
    count((await database.executeSql(`select ${what} as value from pgboss.job where ${which}`)).rows[0]?.["value"]);
  const due = "state < 'active' and start_after < now()";
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
      help: "By how much this machine's clock is ahead of the database's, beyond what the time of asking may explain.",
      read: async () => {
        const sentAt = Date.now();
        const { rows } = await database.executeSql(
          "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
        );
        const there = Number(rows[0]?.["ms"]);
        return (Math.max(0, sentAt - there) + Math.min(0, Date.now() - there)) / 1000;
      },
    },
    archive_failing: {
      help: "1 while PostgreSQL cannot copy its log: backups to a point in time end there, and its disk fills.",
      read: async () => {
        const { rows } = await database.executeSql(
          "select (last_failed_time > coalesce(last_archived_time, '-infinity'))::int as value from pg_stat_archiver",
        );
        return count(rows[0]?.["value"]);
      },
    },
    outbox_waiting: { help: "Mails not yet sent.", read: () => mails("count(*)") },
    outbox_failing: {
      help: "Mails not yet sent that the mail server refused at least once.",
      read: () => mails("count(*) filter (where last_error is not null)"),
    },
    outbox_oldest_seconds: {
      help: "Age of the oldest mail not yet sent.",
      read: () => mails("coalesce(extract(epoch from now() - min(created_at)), 0)::float8"),
    },
    mails_due: {
      help: "Mails written five to ten minutes ago, newsletters aside, by whether the mail server had them in time.",
      label: "outcome",
      read: async () => {
        const isInTime = `(status = 'captured' or coalesce(sent_at <= created_at + interval '5 minutes', false))`;
        const { rows } = await database.executeSql(
          `select count(*) filter (where ${isInTime}) as in_time, count(*) filter (where not ${isInTime}) as late
           from outbox_mail
           where created_at between now() - interval '10 minutes' and now() - interval '5 minutes'
             and unsubscribe_url is null`,
        );
        return { in_time: count(rows[0]?.["in_time"]), late: count(rows[0]?.["late"]) };
      },
    },
    jobs_waiting: { help: "Jobs that are due and not begun.", read: () => jobs("count(*)", due) },
    jobs_oldest_seconds: {
      help: "For how long the oldest job that is due has waited.",
      read: () => jobs("coalesce(extract(epoch from now() - min(start_after)), 0)::float8", due),
    },
    jobs_failed: {
      help: "Jobs of the last month that are tried no more; staff see and retry them.",
      read: () => jobs("count(*)", "state = 'failed' and retry_limit > 0"),
    },
  };
}

/** While the database is away its figures are missing; the rest can still be read. */
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
