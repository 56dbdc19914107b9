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

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "nama-doctor-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
async function opened(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}
const env = (settings: Record<string, string> = {}) => parseEnv({ DATA_DIR: folder(), ...settings });
const cardKeys = {
  PAYMENTS_PUBLISHABLE_KEY: "pk_live_a",
  PAYMENTS_SECRET_KEY: "sk_live_a",
  PAYMENTS_WEBHOOK_SECRET: "a-secret-of-the-webhook",
};
const production = { NODE_ENV: "production", BASE_URL: "https://www.nama.sa", MAIL_FROM: "hello@nama.sa", ...cardKeys };
const wrongIn = (findings: Finding[]) => findings.filter(({ state }) => state === "wrong").map(({ text }) => text);
/** One thing is wrong, and its sentence says this. */
const expectWrong = (findings: Finding[], text: string | RegExp) =>
  expect(wrongIn(findings)).toEqual([expect.stringMatching(text)]);

describe("settings", () => {
  it.each([
    ["BASE_URL", "http://www.nama.sa", /^BASE_URL is http:.*write https:/],
    ["DEMO", "1", /Set DEMO=0/],
    ["MAIL_FROM", "", /^MAIL_FROM is not set/],
  ])("%s=%s is wrong in production", (name, value, text) => {
    expectWrong(checkSettings(env({ ...production, [name]: value })), text);
  });

  it("says what would be missed, and nothing is wrong with a site to try", () => {
    const texts = checkSettings(env({ ...production, DATABASE_URL: "postgres://a@b/c" })).map(({ text }) => text);
    for (const name of ["AUTH_SECRET", "METRICS_TOKEN", "TRUSTED_PROXIES"])
      expect(texts).toContainEqual(expect.stringMatching(`^${name} is not set`));
    expect(wrongIn(checkSettings(env()))).toEqual([]);
    expect(checkSettings(env(production))[0]).toEqual({ state: "ok", text: "production, https://www.nama.sa" });
  });
});

describe("the database", () => {
  /** A role of its own, and the address of the database under it. */
  async function makeRole({ executeSql, url }: TestDatabase) {
    const role = `doctor_${randomUUID().slice(0, 8)}`;
    await executeSql(`create role ${role} login`);
    onTestFinished(async () => void (await executeSql(`drop owned by ${role}; drop role ${role}`)));
    return { role, url: Object.assign(new URL(url), { username: role }).href };
  }

  it("is well where its role may do everything", async () => {
    const { url } = await opened();
    const findings = await checkDatabase(env({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }));
    expect(wrongIn(findings)).toEqual([]);
    expect(findings[0]).toMatchObject({
      state: "ok",
      text: expect.stringMatching(/^PostgreSQL \d+, "test_/) as string,
    });
    expect(findings.at(-1)).toEqual({ state: "ok", text: "DATABASE_DIRECT_URL answers" });
  });

  it("that does not answer, has another name or another role, is told apart", async () => {
    const { url } = await opened();
    const at = (change: Partial<Record<"port" | "pathname" | "username" | "hostname", string>>) =>
      checkDatabase(env({ DATABASE_URL: Object.assign(new URL(url), change).href }));
    expectWrong(await at({ port: String(await freePort()) }), /does not answer.*Start it/);
    expectWrong(await at({ pathname: "/elsewhere" }), /no database "elsewhere".*create database "elsewhere" owner/);
    expectWrong(await at({ pathname: "/café" }), /no database "café".*create database "café" owner/);
    expectWrong(await at({ username: "nobody_known" }), /does not let "nobody_known" in.*Create the role/);
    expectWrong(await at({ hostname: "no-such-host.invalid" }), /no-such-host\.invalid/);
  });

  it("with two addresses, neither of which answers", async () => {
    const found = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
    const find = (_name: string, _options: object, answer: (error: null, found: LookupAddress[]) => void) =>
      answer(null, found);
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(find as typeof dns.lookup);
    onTestFinished(() => lookup.mockRestore());
    const url = `postgres://site@db.example.com:${await freePort()}/site`;
    expectWrong(await checkDatabase(env({ DATABASE_URL: url })), /does not answer \(ECONNREFUSED\)/);
  });

  it("cannot be reached past the pooler", async () => {
    const { url } = await opened();
    const direct = Object.assign(new URL(url), { port: String(await freePort()) }).href;
    expectWrong(await checkDatabase(env({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })), /does not answer/);
  });

  it("that answers with another error", async () => {
    const database = await opened();
    const { role, url } = await makeRole(database);
    await database.executeSql(`alter role ${role} connection limit 0`);
    expectWrong(
      await checkDatabase(env({ DATABASE_URL: url })),
      /answers with an error: too many connections for role .* \(53300\)\.$/,
    );
  });

  it("whose role may not create tables, and does not own those that are there", async () => {
    const { url } = await makeRole(await opened());
    expect(wrongIn(await checkDatabase(env({ DATABASE_URL: url })))).toEqual([
      expect.stringMatching(/may not create tables in .*alter database test_\w+ owner to doctor_/),
      expect.stringMatching(/do not belong to .*reassign owned by/),
    ]);
  });

  it("that takes no writes", async () => {
    const database = await opened();
    const { role, url } = await makeRole(database);
    const name = new URL(url).pathname.slice(1);
    await database.executeSql(
      `grant ${new URL(database.url).username} to ${role}; grant create on database ${name} to ${role};
       alter role ${role} set default_transaction_read_only = on`,
    );
    expectWrong(await checkDatabase(env({ DATABASE_URL: url })), /takes no writes.*the primary/);
  });

  it("that cannot hold Arabic", async () => {
    const { executeSql, url } = await opened();
    const name = `doctor_${randomUUID().slice(0, 8)}`;
    await executeSql(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    onTestFinished(async () => void (await executeSql(`drop database ${name} with (force)`)));
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    expectWrong(await checkDatabase(env({ DATABASE_URL: own })), /is in SQL_ASCII and cannot hold Arabic/);
  });

  it("with fewer connections than two processes want is a note", async () => {
    const { url } = await opened();
    const findings = await checkDatabase(env({ DATABASE_URL: url, DATABASE_POOL: "200" }));
    expect(findings).toContainEqual({
      state: "note",
      text: expect.stringContaining("Raise max_connections") as string,
    });
  });
});

describe("what a site that sells still misses in its database", () => {
  it("pg_dump, or one that is as new as the server", () => {
    expect(judgeDump(15, "")).toMatchObject([
      { state: "note", text: expect.stringContaining("There is no") as string },
    ]);
    expect(judgeDump(16, "pg_dump (PostgreSQL) 15.8")).toMatchObject([
      { state: "note", text: expect.stringMatching(/^pg_dump 15 is older.*postgresql-client-16/) as string },
    ]);
    expect(judgeDump(15, "pg_dump (PostgreSQL) 16.2 (Debian 16.2-1)")).toEqual([]);
  });

  it("its own name on the invoices", async () => {
    const { url, executeSql } = await opened();
    const says = async () =>
      (await checkDatabase(env({ ...production, DATABASE_URL: url }))).map(({ text }) => text).join("\n");
    expect(await says()).toContain("Invoices still name the example company");
    await executeSql(
      `insert into setting_period (key, starts_on, value, created_at) values ('seller', '2026-01-01', '{}', now())`,
    );
    expect(await says()).not.toContain("Invoices");
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

  it("is missing: wrong on a site that sells, a note on one to try", async () => {
    expectWrong(await checkMail(env(production)), /^SMTP_URL is not set/);
    expect(wrongIn(await checkMail(env()))).toEqual([]);
  });

  it("does not answer, has no such name, or refuses the password", async () => {
    const at = (url: string) => checkMail(env({ SMTP_URL: url }));
    expectWrong(await at(`smtp://127.0.0.1:${await freePort()}`), /does not answer as a mail server.*firewall/);
    expectWrong(await at("smtp://no-such-host.invalid:587"), /no-such-host\.invalid.*Correct/);
    const port = await mailServer({
      onAuth: ({ password }, _, answer) =>
        password === "right" ? answer(null, { user: "a" }) : answer(new Error("Wrong password")),
    });
    expectWrong(await at(`smtp://site:wrong@127.0.0.1:${port}`), /refuses user or password.*%40/);
    expect(await at(`smtp://site:right@127.0.0.1:${port}`)).toEqual([
      { state: "ok", text: "127.0.0.1 accepts SMTP_URL" },
    ]);
  });
});

describe("the card provider", () => {
  const testKeys = { ...cardKeys, PAYMENTS_PUBLISHABLE_KEY: "pk_test_a", PAYMENTS_SECRET_KEY: "sk_test_a" };
  const at = (port: number, keys: Record<string, string>) =>
    checkProvider(env({ ...keys, PAYMENTS_API_URL: `http://127.0.0.1:${port}/v1` }));

  it("has keys of two modes, does not know the key, or does not answer", async () => {
    expectWrong(await checkProvider(env({ ...cardKeys, PAYMENTS_SECRET_KEY: "sk_test_a" })), /for tests and one live/);
    const sandbox = await startSandbox({ publishableKey: "pk_test_a", secretKey: "sk_test_b" });
    onTestFinished(() => sandbox.close());
    expectWrong(await at(sandbox.port, testKeys), /answered 401: it does not know PAYMENTS_SECRET_KEY/);
    expectWrong(await at(await freePort(), testKeys), /did not answer.*by https/);
  });

  it("is the fake one, or has keys for tests: notes", async () => {
    expect(await checkProvider(env())).toMatchObject([{ state: "note" }]);
    const sandbox = await startSandbox({ publishableKey: "pk_test_a", secretKey: "sk_test_a" });
    onTestFinished(() => sandbox.close());
    const text = expect.stringMatching(/^Keys for tests/) as string;
    expect(await at(sandbox.port, testKeys)).toEqual([{ state: "note", text }]);
  });
});

describe("the clock", () => {
  it("differs from the database's", async () => {
    const { url } = await opened();
    expect(await checkClock(env({ DATABASE_URL: url }))).toEqual([{ state: "ok", text: "as the database's" }]);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    expectWrong(await checkClock(env({ DATABASE_URL: url })), /clock is 6\d\d s|clock is 5\d\d s/);
  });

  it("differs from the card provider's", async () => {
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

  it("has nothing to be compared with: a note", async () => {
    expect(await checkClock(env())).toMatchObject([{ state: "note" }]);
  });
});

describe("the disk", () => {
  it("is nearly full", () => {
    const disk = (bavail: number) => judgeDisk("/srv/data", { bavail, bsize: 1e6, blocks: 100_000 });
    expectWrong([disk(999)], /^The disk of \/srv\/data has 999 MB left.*Make room/);
    expect(disk(9_999)).toMatchObject({ state: "note" });
    expect(disk(50_000)).toEqual({ state: "ok", text: "/srv/data: 50 GB free" });
  });

  it("is looked at once where uploads are on the same one", async () => {
    expect(await checkDisk(env())).toHaveLength(1);
  });
});

describe("permissions", () => {
  it("of a folder that is a file, that everyone may write to, and of a secret that others read", async () => {
    const at = folder();
    writeFileSync(join(at, "file"), "");
    expectWrong(await checkPermissions(env({ DATA_DIR: join(at, "file") })), /is a file.*Set DATA_DIR/);
    mkdirSync(join(at, "data"));
    chmodSync(join(at, "data"), 0o777);
    expectWrong(await checkPermissions(env({ DATA_DIR: join(at, "data") })), /^Every user.*chmod o-w/);
    chmodSync(join(at, "data"), 0o700);
    writeFileSync(join(at, "data/auth-secret"), "secret", { mode: 0o644 });
    expectWrong(await checkPermissions(env({ DATA_DIR: join(at, "data") })), /^Others may read .*chmod 600/);
    chmodSync(join(at, "data/auth-secret"), 0o600);
    expect(wrongIn(await checkPermissions(env({ DATA_DIR: join(at, "data") })))).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("cannot be told by root on a site that sells, who makes no folder", async () => {
    const data = join(folder(), "data");
    expectWrong(await checkPermissions(env({ ...production, DATA_DIR: data })), /^This runs as root/);
    expect(existsSync(data)).toBe(false);
  });
});

describe("npm run doctor", () => {
  const run = (settings: Record<string, string>) =>
    spawnSync(process.execPath, ["scripts/doctor.ts"], {
      env: { PATH: process.env["PATH"], DATA_DIR: folder(), ...settings },
      encoding: "utf8",
    });

  it("ends with 0 when nothing is wrong, 1 when something is, 78 without settings", async () => {
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
