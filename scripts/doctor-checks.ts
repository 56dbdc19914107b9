/** The checks of `npm run doctor`. Each returns sentences for the operator: what is wrong and what to do. */
import { spawnSync } from "node:child_process";
import { statfsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { mediaFolder } from "../src/features/content/media/storage.server.ts";
import { paymentProvider } from "../src/features/payments/current.server.ts";
import { openDatabase, type Database } from "../src/platform/db/database.server.ts";
import { getSqlState } from "../src/platform/db/sql-errors.server.ts";
import { parseEnv, type Env } from "../src/platform/env.server.ts";
import { platformFigures } from "../src/platform/http/figures.server.ts";
import { verifyMailServer } from "../src/platform/mail/mail-server.server.ts";
import { findProgram } from "./backup-postgres.ts";
import { isBuilt } from "./build-digest.ts";
import { folderProblem, nearest } from "./data-folder.ts";

/** `note`: the site works, but perhaps not as intended. */
export interface Finding {
  state: "ok" | "note" | "wrong";
  text: string;
}
const ok = (text: string): Finding => ({ state: "ok", text });
const note = (text: string): Finding => ({ state: "note", text });
const wrong = (text: string): Finding => ({ state: "wrong", text });
const isWrong = ({ state }: Finding): boolean => state === "wrong";

const getCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
/** Falls back to the code: if no address of a host responds, its error has no message. */
const getMessage = (error: unknown): string =>
  error instanceof Error ? error.message || getCode(error) : String(error);

/** Finds valid settings that do not suit a site that sells. */
export function checkSettings(env: Env): Finding[] {
  const findings: Finding[] = [];
  if (env.NODE_ENV !== "production")
    return [note("NODE_ENV is not production: this is a site to try. Set NODE_ENV=production for one that sells.")];
  if (!env.BASE_URL.startsWith("https:"))
    findings.push(
      wrong(
        `BASE_URL is ${env.BASE_URL}: passwords would cross the network in clear. Put nginx with TLS in front (deploy/nginx) and write https://.`,
      ),
    );
  if (env.DEMO) findings.push(wrong("DEMO=1 opens accounts whose passwords everyone knows. Set DEMO=0."));
  if (env.MAIL_FROM === parseEnv({}).MAIL_FROM)
    findings.push(wrong(`Mails come from the example sender ${env.MAIL_FROM}. Set MAIL_FROM to the company's sender.`));
  if (env.DATABASE_URL && !env.AUTH_SECRET)
    findings.push(note("AUTH_SECRET is not set: every process must then share one DATA_DIR, where it is kept."));
  if (!env.METRICS_TOKEN) findings.push(note("METRICS_TOKEN is not set: Prometheus cannot watch this site."));
  if (env.TRUSTED_PROXIES.length === 0)
    findings.push(
      note(
        "TRUSTED_PROXIES is not set: behind nginx all visitors share one limit of tries. Set 127.0.0.1, or nginx's address.",
      ),
    );
  return findings.some(isWrong) ? findings : [ok(`production, ${env.BASE_URL}`), ...findings];
}

/** Says why the connection failed and what to do. */
function explainDatabase(error: unknown, { hostname, port, username, pathname }: URL): string {
  const [host, role, name] = [
    `${hostname}:${port || 5432}`,
    decodeURIComponent(username),
    decodeURIComponent(pathname.slice(1)),
  ];
  const state = getSqlState(error);
  if (state === "28P01")
    return `PostgreSQL refuses the password of "${role}". Correct it in DATABASE_URL, or: alter role "${role}" password '…'.`;
  if (state === "28000")
    return `PostgreSQL does not let "${role}" in (${getMessage(error)}). Create the role, or allow it in pg_hba.conf.`;
  if (state === "3D000")
    return `There is no database "${name}". As an administrator: create database "${name}" owner "${role}".`;
  if (state) return `PostgreSQL at ${host} answers with an error: ${getMessage(error)} (${state}).`;
  if (getCode(error) === "ENOTFOUND") return `The name ${hostname} is not known. Correct the host in DATABASE_URL.`;
  return `PostgreSQL at ${host} does not answer (${getMessage(error)}). Start it, or correct host and port in DATABASE_URL; it must listen there, and no firewall be between.`;
}

const rightsSql = `
  select current_user as role, current_database() as name, current_setting('server_version_num')::int / 10000 as version,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    pg_encoding_to_char(encoding) as encoding,
    exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
    exists (select from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')
      and not pg_has_role(tableowner, 'usage')) as has_foreign_tables,
    current_setting('max_connections')::int as max_connections
  from pg_database where datname = current_database()`;

async function checkRights(database: Database, env: Env): Promise<Finding[]> {
  const [rights = {}] = (await database.executeSql(rightsSql)).rows;
  const [role, name] = [String(rights["role"]), String(rights["name"])];
  const findings: Finding[] = [];
  const version = Number(rights["version"]);
  if (version < 15) findings.push(wrong(`PostgreSQL ${version} is too old. Use 15 or newer.`));
  if (rights["is_read_only"])
    findings.push(
      wrong(`The database takes no writes: it is a standby, or set to read-only. Point DATABASE_URL at the primary.`),
    );
  if (!rights["may_create"])
    findings.push(
      wrong(
        `"${role}" may not create tables in "${name}". As an administrator: alter database ${name} owner to ${role}.`,
      ),
    );
  if (rights["has_foreign_tables"])
    findings.push(
      wrong(
        `Some tables do not belong to "${role}", so an update could not change them. As an administrator, in "${name}": reassign owned by <their owner> to ${role}.`,
      ),
    );
  if (rights["encoding"] !== "UTF8")
    findings.push(
      wrong(
        `"${name}" is in ${String(rights["encoding"])} and cannot hold Arabic. Make it anew: create database … encoding 'UTF8' template template0.`,
      ),
    );
  if (!rights["has_trigrams"])
    findings.push(
      wrong("The extension pg_trgm is not installed on the server. Install PostgreSQL's contrib package there."),
    );
  const { stdout } = spawnSync(findProgram("pg_dump", version), ["--version"], { encoding: "utf8" });
  findings.push(...judgeDump(version, stdout ?? ""));
  if (Number(rights["max_connections"]) < 2 * (env.DATABASE_POOL + 2))
    findings.push(
      note(
        `PostgreSQL takes ${Number(rights["max_connections"])} connections, and two processes want ${2 * (env.DATABASE_POOL + 2)}. Raise max_connections, or lower DATABASE_POOL.`,
      ),
    );
  return findings.some(isWrong)
    ? findings
    : [ok(`PostgreSQL ${version}, "${name}", and "${role}" may do in it what is needed`), ...findings];
}

/** Checks that backups are possible. `versionText`: output of `pg_dump --version`, empty if there is no pg_dump. */
export function judgeDump(serverVersion: number, versionText: string): Finding[] {
  const version = Number(/\d+/.exec(versionText)?.[0] ?? 0);
  if (version >= serverVersion) return [];
  return [
    note(
      `${version === 0 ? "There is no pg_dump here" : `pg_dump ${version} is older than the server`}: no backup can be made. Debian: apt-get install postgresql-client-${serverVersion}.`,
    ),
  ];
}

/** Finds nothing before the site's first start, which creates the tables. */
async function checkSeller(database: Database): Promise<Finding[]> {
  const [tables] = (await database.executeSql("select to_regclass('setting_period') is not null as exist")).rows;
  if (!tables?.["exist"]) return [];
  const [sellerSetting] = (
    await database.executeSql("select exists (select from setting_period where key = 'seller') as seller")
  ).rows;
  if (sellerSetting?.["seller"]) return [];
  return [note("Invoices still name the example company. In the portal: Settings, Company, Change company details.")];
}

const silentLog = { info() {}, warn() {}, error() {} };

/** Runs `work` on a new connection. If it fails, returns a finding that says why. */
async function withDatabase(
  env: Env,
  url: string,
  work: (database: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  const database = await openDatabase({ databaseUrl: url, dataDir: env.DATA_DIR, poolSize: 1, log: silentLog });
  try {
    return await work(database);
  } catch (error) {
    return [wrong(explainDatabase(error, new URL(url)))];
  } finally {
    await database.close();
  }
}

/** Checks that each address reaches PostgreSQL and that the role may do what migrations and the site need. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  // `checkPermissions` checks its files.
  if (!env.DATABASE_URL) return [ok("the site's own PostgreSQL, in DATA_DIR")];
  const findings = await withDatabase(env, env.DATABASE_URL, async (database) => {
    const rights = await checkRights(database, env);
    if (env.NODE_ENV !== "production" || rights.some(isWrong)) return rights;
    return [...rights, ...(await checkSeller(database))];
  });
  if (!env.DATABASE_DIRECT_URL) return findings;
  const directFindings = await withDatabase(env, env.DATABASE_DIRECT_URL, async (database) => {
    await database.executeSql("select 1");
    return [ok("DATABASE_DIRECT_URL answers")];
  });
  return [...findings, ...directFindings];
}

/** Checks that the mail server accepts user and password. Sends nothing. */
export async function checkMail({ SMTP_URL, NODE_ENV }: Env): Promise<Finding[]> {
  if (!SMTP_URL) {
    const text =
      "SMTP_URL is not set: mails are kept, not sent. Set smtps://user:password@host:465 of the mail server.";
    return [NODE_ENV === "production" ? wrong(text) : note(text)];
  }
  const { hostname, port } = new URL(SMTP_URL);
  try {
    await verifyMailServer(SMTP_URL);
    return [ok(`${hostname} accepts SMTP_URL`)];
  } catch (error) {
    const reason = getMessage(error);
    switch (getCode(error)) {
      case "EAUTH":
        return [
          wrong(
            `${hostname} refuses user or password. Correct them in SMTP_URL; a character such as @ is written %40 there.`,
          ),
        ];
      case "EDNS":
      case "ENOTFOUND":
        return [wrong(`The name ${hostname} is not known. Correct it in SMTP_URL.`)];
      case "ETLS":
        return [
          wrong(
            `${hostname} and the site find no safe connection (${reason}). smtps:// is for port 465, smtp:// for 587; its certificate must be valid.`,
          ),
        ];
      default:
        return [
          wrong(
            `${hostname}${port && `:${port}`} does not answer as a mail server (${reason}). Correct SMTP_URL (smtps:// is for port 465, smtp:// for 587), or open the firewall.`,
          ),
        ];
    }
  }
}

/** Checks that the card provider accepts our keys. Charges nothing. */
export async function checkProvider(env: Env): Promise<Finding[]> {
  if (env.PAYMENTS_SANDBOX)
    return [note("The fake card provider: no card is charged. Set the three PAYMENTS_ keys to sell.")];
  const getMode = (key: string) => key.slice(3, 7);
  const mode = getMode(env.PAYMENTS_SECRET_KEY);
  if (getMode(env.PAYMENTS_PUBLISHABLE_KEY) !== mode)
    return [
      wrong(
        "PAYMENTS_PUBLISHABLE_KEY and PAYMENTS_SECRET_KEY are one for tests and one live. Take both from the same page of the provider's dashboard.",
      ),
    ];
  try {
    await paymentProvider(env).listPayments(new Date(), 1);
  } catch (error) {
    const reason = getMessage(error);
    if (/ 40[13]$/.test(reason))
      return [wrong(`${reason}: it does not know PAYMENTS_SECRET_KEY. Copy the key from its dashboard once more.`)];
    return [
      wrong(
        `${reason} (${new URL(env.PAYMENTS_API_URL).host}). Let this machine reach it by https; PAYMENTS_API_URL is only set for a fake one.`,
      ),
    ];
  }
  return [
    mode === "test"
      ? note("Keys for tests: no card is charged. Use the live ones to sell.")
      : ok("the card provider accepts the live keys"),
  ];
}

const maxClockSeconds = 5;

/** Checks that this machine's clock agrees with the database's and the card provider's. */
export async function checkClock(env: Env): Promise<Finding[]> {
  const offsets: [whose: string, seconds: number][] = [];
  if (env.DATABASE_URL)
    await withDatabase(env, env.DATABASE_URL, async (database) => {
      const seconds = await platformFigures(database)["clock_offset_seconds"]?.read();
      offsets.push(["the database's", Number(seconds)]);
      return [];
    });
  if (!env.PAYMENTS_SANDBOX) {
    const response = await fetch(new URL(env.PAYMENTS_API_URL).origin, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    const date = Date.parse(response?.headers.get("date") ?? "");
    if (!Number.isNaN(date)) offsets.push(["the card provider's", (Date.now() - date) / 1000]);
  }
  if (offsets.length === 0) return [note("There is no other clock to compare with. See that chrony keeps this one.")];
  const wrongClocks = offsets.filter(([, seconds]) => Math.abs(seconds) > maxClockSeconds);
  if (wrongClocks.length === 0) return [ok(`as ${offsets.map(([whose]) => whose).join(" and ")}`)];
  return wrongClocks.map(([whose, seconds]) =>
    wrong(
      `This machine's clock is ${Math.round(Math.abs(seconds))} s ${seconds > 0 ? "ahead of" : "behind"} ${whose}: codes of authenticator apps fail. Install chrony on every machine; "chronyc tracking" says whose clock is wrong.`,
    ),
  );
}

const minFreeBytes = 1e9;

/** Judges the free space of a disk. */
export function judgeDisk(
  folder: string,
  { bavail, bsize, blocks }: { bavail: number; bsize: number; blocks: number },
): Finding {
  const [freeBytes, freeShare] = [bavail * bsize, bavail / blocks];
  const freeText = `The disk of ${folder} has ${Math.floor(freeBytes / 1e6)} MB left`;
  if (freeBytes < minFreeBytes)
    return wrong(
      `${freeText}: below 1000 MB uploads, and then the database, soon stop. Make room, or move DATA_DIR or MEDIA_URL.`,
    );
  if (freeShare < 0.1) return note(`${freeText}, less than a tenth. Make room before it is full.`);
  return ok(`${folder}: ${Math.floor(freeBytes / 1e9)} GB free`);
}

/** Checks the free space for uploads and for the site's own database. */
export async function checkDisk(env: Env): Promise<Finding[]> {
  const folders = [env.DATA_DIR, mediaFolder(env)].flatMap((folder) =>
    folder === null ? [] : [nearest(resolve(folder))],
  );
  const byDisk = new Map(folders.map((folder) => [statSync(folder).dev, folder]));
  return [...byDisk.values()].map((folder) => judgeDisk(folder, statfsSync(folder)));
}

/** Checks that this user may write to the site's folders and that no one else may read its secret. */
export async function checkPermissions(env: Env): Promise<Finding[]> {
  // Root's permissions say nothing about the site's user, and that user would not own a folder that root creates.
  if (env.NODE_ENV === "production" && process.getuid?.() === 0)
    return [wrong(`This runs as root. Run it as the site's user (docs/operations.md: "nama doctor").`)];
  const problem = folderProblem(env.DATA_DIR, !env.DATABASE_URL);
  if (problem) return [wrong(problem)];
  const findings: Finding[] = [];
  const isOpen = (path: string, bits: number) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & bits) !== 0;
  const folder = resolve(env.DATA_DIR);
  const secret = join(folder, "auth-secret");
  if (isOpen(secret, 0o077))
    findings.push(wrong(`Others may read ${secret}, which signs every session: chmod 600 ${secret}`));
  if (isOpen(folder, 0o002))
    findings.push(wrong(`Every user of this machine may write to ${folder}: chmod o-w ${folder}`));
  if (!isBuilt())
    findings.push(
      note(`There is no build of these sources: the first start makes it, as this user. Run "npm run build" before.`),
    );
  return findings.some(isWrong) ? findings : [ok(`${folder} is this user's to write`), ...findings];
}

/** Checks by name, in the order in which to fix what they find. */
export const checks: Record<string, (env: Env) => Finding[] | Promise<Finding[]>> = {
  Settings: checkSettings,
  Permissions: checkPermissions,
  Disk: checkDisk,
  Database: checkDatabase,
  Clock: checkClock,
  Mail: checkMail,
  Provider: checkProvider,
};
