import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import dns, { type LookupAddress } from "node:dns";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseEnv } from "#platform/env.server.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { freePort } from "#test/ports.ts";
import { startSandbox } from "../sandbox/server.ts";
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkMail,
  checkPermissions,
  checkProvider,
  checkSettings,
  judgeDisk,
  judgeDump,
  type Finding,
} from "./doctor-checks.ts";

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "nama-doctor-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
async function openDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}
const env = (settings: Record<string, string> = {}) => parseEnv({ DATA_DIR: makeFolder(), ...settings });
const cardKeys = {
  PAYMENTS_PUBLISHABLE_KEY: "pk_live_a",
  PAYMENTS_SECRET_KEY: "sk_live_a",
  PAYMENTS_WEBHOOK_SECRET: "a-secret-of-the-webhook",
};
const production = { NODE_ENV: "production", BASE_URL: "https://www.nama.sa", MAIL_FROM: "hello@nama.sa", ...cardKeys };
const getWrongTexts = (findings: Finding[]) =>
  findings.filter(({ state }) => state === "wrong").map(({ text }) => text);
/** Expects exactly one wrong finding, with this text. */
const expectWrong = (findings: Finding[], text: string | RegExp) =>
  expect(getWrongTexts(findings)).toEqual([expect.stringMatching(text)]);

describe("settings", () => {
  it.each([
    ["BASE_URL", "http://www.nama.sa", /^BASE_URL is http:.*write https:/],
    ["DEMO", "1", /Set DEMO=0/],
    ["MAIL_FROM", "", /^Mails come from the example sender/],
  ])("%s=%s is wrong in production", (name, value, text) => {
    expectWrong(checkSettings(env({ ...production, [name]: value })), text);
  });

  it("notes missing settings in production, and finds nothing wrong with a trial site", () => {
    const texts = checkSettings(env({ ...production, DATABASE_URL: "postgres://a@b/c" })).map(({ text }) => text);
    for (const name of ["AUTH_SECRET", "METRICS_TOKEN", "TRUSTED_PROXIES"])
      expect(texts).toContainEqual(expect.stringMatching(`^${name} is not set`));
    expect(getWrongTexts(checkSettings(env()))).toEqual([]);
    expect(checkSettings(env(production))[0]).toEqual({ state: "ok", text: "production, https://www.nama.sa" });
  });
});

describe("the database", () => {
  /** Creates a role, and returns it with the URL that connects as it. */
  async function makeRole({ executeSql, url }: TestDatabase) {
    const role = `doctor_${randomUUID().slice(0, 8)}`;
    await executeSql(`create role ${role} login`);
    onTestFinished(async () => void (await executeSql(`drop owned by ${role}; drop role ${role}`)));
    return { role, url: Object.assign(new URL(url), { username: role }).href };
  }

  it("has no problem when the role has all rights", async () => {
    const { url } = await openDatabase();
    const findings = await checkDatabase(env({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }));
    expect(getWrongTexts(findings)).toEqual([]);
    expect(findings[0]).toMatchObject({
      state: "ok",
      text: expect.stringMatching(/^PostgreSQL \d+, "test_/) as string,
    });
    expect(findings.at(-1)).toEqual({ state: "ok", text: "DATABASE_DIRECT_URL answers" });
  });

  it("distinguishes a closed port, a missing database, an unknown role and an unknown host", async () => {
    const { url } = await openDatabase();
    const checkWith = (change: Partial<Record<"port" | "pathname" | "username" | "hostname", string>>) =>
      checkDatabase(env({ DATABASE_URL: Object.assign(new URL(url), change).href }));
    expectWrong(await checkWith({ port: String(await freePort()) }), /does not answer.*Start it/);
    expectWrong(
      await checkWith({ pathname: "/elsewhere" }),
      /no database "elsewhere".*create database "elsewhere" owner/,
    );
    expectWrong(await checkWith({ pathname: "/café" }), /no database "café".*create database "café" owner/);
    expectWrong(await checkWith({ username: "nobody_known" }), /does not let "nobody_known" in.*Create the role/);
    expectWrong(await checkWith({ hostname: "no-such-host.invalid" }), /no-such-host\.invalid/);
  });

  it("reports the error when neither of two addresses answers", async () => {
    const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
    const fakeLookup = (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(null, addresses);
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(fakeLookup as typeof dns.lookup);
    onTestFinished(() => lookup.mockRestore());
    const url = `postgres://site@db.example.com:${await freePort()}/site`;
    expectWrong(await checkDatabase(env({ DATABASE_URL: url })), /does not answer \(ECONNREFUSED\)/);
  });

  it("reports an unreachable DATABASE_DIRECT_URL", async () => {
    const { url } = await openDatabase();
    const direct = Object.assign(new URL(url), { port: String(await freePort()) }).href;
    expectWrong(await checkDatabase(env({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })), /does not answer/);
  });

  it("reports any other error with its code", async () => {
    const database = await openDatabase();
    const { role, url } = await makeRole(database);
    await database.executeSql(`alter role ${role} connection limit 0`);
    expectWrong(
      await checkDatabase(env({ DATABASE_URL: url })),
      /answers with an error: too many connections for role .* \(53300\)\.$/,
    );
  });

  it("reports a role that cannot create tables and does not own the existing ones", async () => {
    const { url } = await makeRole(await openDatabase());
    expect(getWrongTexts(await checkDatabase(env({ DATABASE_URL: url })))).toEqual([
      expect.stringMatching(/may not create tables in .*alter database test_\w+ owner to doctor_/),
      expect.stringMatching(/do not belong to .*reassign owned by/),
    ]);
  });

  it("reports a read-only database", async () => {
    const database = await openDatabase();
    const { role, url } = await makeRole(database);
    const name = new URL(url).pathname.slice(1);
    await database.executeSql(
      `grant ${new URL(database.url).username} to ${role}; grant create on database ${name} to ${role};
       alter role ${role} set default_transaction_read_only = on`,
    );
    expectWrong(await checkDatabase(env({ DATABASE_URL: url })), /takes no writes.*the primary/);
  });

  it("reports an encoding that cannot hold Arabic", async () => {
    const { executeSql, url } = await openDatabase();
    const name = `doctor_${randomUUID().slice(0, 8)}`;
    await executeSql(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    onTestFinished(async () => void (await executeSql(`drop database ${name} with (force)`)));
    const asciiUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    expectWrong(await checkDatabase(env({ DATABASE_URL: asciiUrl })), /is in SQL_ASCII and cannot hold Arabic/);
  });

  it("notes fewer connections than two processes need", async () => {
    const { url } = await openDatabase();
    const findings = await checkDatabase(env({ DATABASE_URL: url, DATABASE_POOL: "200" }));
    expect(findings).toContainEqual({
      state: "note",
      text: expect.stringContaining("Raise max_connections") as string,
    });
  });
});

describe("notes on the database", () => {
  it("reports a missing or outdated pg_dump", () => {
    expect(judgeDump(15, "")).toMatchObject([
      { state: "note", text: expect.stringContaining("There is no") as string },
    ]);
    expect(judgeDump(16, "pg_dump (PostgreSQL) 15.8")).toMatchObject([
      { state: "note", text: expect.stringMatching(/^pg_dump 15 is older.*postgresql-client-16/) as string },
    ]);
    expect(judgeDump(15, "pg_dump (PostgreSQL) 16.2 (Debian 16.2-1)")).toEqual([]);
  });

  it("reports invoices that name the example company", async () => {
    const { url, executeSql } = await openDatabase();
    const readTexts = async () =>
      (await checkDatabase(env({ ...production, DATABASE_URL: url }))).map(({ text }) => text).join("\n");
    expect(await readTexts()).toContain("Invoices still name the example company");
    await executeSql(
      `insert into setting_period (key, starts_on, value, created_at) values ('seller', '2026-01-01', '{}', now())`,
    );
    expect(await readTexts()).not.toContain("Invoices");
  });
});

describe("the mail server", () => {
  async function mailServer(options: SMTPServerOptions): Promise<number> {
    const server = new SMTPServer({ disabledCommands: ["STARTTLS"], ...options });
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    return (server.server.address() as AddressInfo).port;
  }

  it("is required in production, but not on a trial site", async () => {
    expectWrong(await checkMail(env(production)), /^SMTP_URL is not set/);
    expect(getWrongTexts(await checkMail(env()))).toEqual([]);
  });

  it("reports an unreachable server, an unknown host and a refused password", async () => {
    const checkUrl = (url: string) => checkMail(env({ SMTP_URL: url }));
    expectWrong(await checkUrl(`smtp://127.0.0.1:${await freePort()}`), /does not answer as a mail server.*firewall/);
    expectWrong(await checkUrl("smtp://no-such-host.invalid:587"), /no-such-host\.invalid.*Correct/);
    const port = await mailServer({
      onAuth: ({ password }, _, callback) =>
        password === "right" ? callback(null, { user: "a" }) : callback(new Error("Wrong password")),
    });
    expectWrong(await checkUrl(`smtp://site:wrong@127.0.0.1:${port}`), /refuses user or password.*%40/);
    expect(await checkUrl(`smtp://site:right@127.0.0.1:${port}`)).toEqual([
      { state: "ok", text: "127.0.0.1 accepts SMTP_URL" },
    ]);
  });
});

describe("the card provider", () => {
  const testKeys = { ...cardKeys, PAYMENTS_PUBLISHABLE_KEY: "pk_test_a", PAYMENTS_SECRET_KEY: "sk_test_a" };
  const checkAt = (port: number, keys: Record<string, string>) =>
    checkProvider(env({ ...keys, PAYMENTS_API_URL: `http://127.0.0.1:${port}/v1` }));

  it("reports a test key beside a live key, an unknown key and an unreachable provider", async () => {
    expectWrong(await checkProvider(env({ ...cardKeys, PAYMENTS_SECRET_KEY: "sk_test_a" })), /for tests and one live/);
    const sandbox = await startSandbox({ publishableKey: "pk_test_a", secretKey: "sk_test_b" });
    onTestFinished(() => sandbox.close());
    expectWrong(await checkAt(sandbox.port, testKeys), /answered 401: it does not know PAYMENTS_SECRET_KEY/);
    expectWrong(await checkAt(await freePort(), testKeys), /did not answer.*by https/);
  });

  it("notes the fake provider and test keys", async () => {
    expect(await checkProvider(env())).toMatchObject([{ state: "note" }]);
    const sandbox = await startSandbox({ publishableKey: "pk_test_a", secretKey: "sk_test_a" });
    onTestFinished(() => sandbox.close());
    const text = expect.stringMatching(/^Keys for tests/) as string;
    expect(await checkAt(sandbox.port, testKeys)).toEqual([{ state: "note", text }]);
  });
});

describe("the clock", () => {
  it("reports a difference from the database's clock", async () => {
    const { url } = await openDatabase();
    expect(await checkClock(env({ DATABASE_URL: url }))).toEqual([{ state: "ok", text: "as the database's" }]);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    expectWrong(await checkClock(env({ DATABASE_URL: url })), /clock is 6\d\d s|clock is 5\d\d s/);
  });

  it("reports a difference from the card provider's clock", async () => {
    let secondsBehind = 0;
    const server = createServer((_, response) => {
      response.setHeader("date", new Date(Date.now() - secondsBehind * 1000).toUTCString());
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = env({ ...cardKeys, PAYMENTS_API_URL: `http://127.0.0.1:${port}/v1` });
    expect(await checkClock(settings)).toMatchObject([{ state: "ok" }]);
    secondsBehind = 120;
    expectWrong(await checkClock(settings), /clock is 12\d s ahead of the card provider's.*chrony/);
  });

  it("notes that there is nothing to compare with", async () => {
    expect(await checkClock(env())).toMatchObject([{ state: "note" }]);
  });
});

describe("the disk", () => {
  it("reports a disk that is nearly full", () => {
    const disk = (bavail: number) => judgeDisk("/srv/data", { bavail, bsize: 1e6, blocks: 100_000 });
    expectWrong([disk(999)], /^The disk of \/srv\/data has 999 MB left.*Make room/);
    expect(disk(9_999)).toMatchObject({ state: "note" });
    expect(disk(50_000)).toEqual({ state: "ok", text: "/srv/data: 50 GB free" });
  });

  it("checks the disk once when uploads are on it too", async () => {
    expect(await checkDisk(env())).toHaveLength(1);
  });
});

describe("permissions", () => {
  it("reports a file as DATA_DIR, a folder that everyone can write to and a secret that others can read", async () => {
    const parent = makeFolder();
    writeFileSync(join(parent, "file"), "");
    expectWrong(await checkPermissions(env({ DATA_DIR: join(parent, "file") })), /is a file.*Set DATA_DIR/);
    mkdirSync(join(parent, "data"));
    chmodSync(join(parent, "data"), 0o777);
    expectWrong(await checkPermissions(env({ DATA_DIR: join(parent, "data") })), /^Every user.*chmod o-w/);
    chmodSync(join(parent, "data"), 0o700);
    writeFileSync(join(parent, "data/auth-secret"), "secret", { mode: 0o644 });
    expectWrong(await checkPermissions(env({ DATA_DIR: join(parent, "data") })), /^Others may read .*chmod 600/);
    chmodSync(join(parent, "data/auth-secret"), 0o600);
    expect(getWrongTexts(await checkPermissions(env({ DATA_DIR: join(parent, "data") })))).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("reports that root runs it in production, and creates no folder", async () => {
    const data = join(makeFolder(), "data");
    expectWrong(await checkPermissions(env({ ...production, DATA_DIR: data })), /^This runs as root/);
    expect(existsSync(data)).toBe(false);
  });
});

describe("npm run doctor", () => {
  const run = (settings: Record<string, string>) =>
    spawnSync(process.execPath, ["scripts/doctor.ts"], {
      env: { PATH: process.env["PATH"], DATA_DIR: makeFolder(), ...settings },
      encoding: "utf8",
    });

  it("exits with 0 when nothing is wrong, 1 when something is, 78 for invalid settings", async () => {
    expect(run({})).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/\nNothing is wrong\.\n$/) as string,
    });
    const bad = run({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    expect(bad).toMatchObject({ status: 1, stderr: "" });
    expect(bad.stdout).toMatch(/^WRONG Mail {9}127\.0\.0\.1.*\n(.*\n)*1 thing is wrong\.\n$/m);
    expect(run({ PORT: "many" })).toMatchObject({ status: 78, stderr: expect.stringContaining("PORT") as string });
  });
});
