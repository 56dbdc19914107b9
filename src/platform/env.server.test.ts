import { describe, expect, it } from "vitest";
import { parseEnv, SettingsError } from "./env.server.ts";

const findProblems = (source: Record<string, string>) => {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split("\n").slice(1);
  }
};

describe("settings", () => {
  it("lists every problem in one error message, one sentence each", () => {
    const problems = findProblems({
      PORT: "http",
      BASE_URL: "nama",
      DATABASE_URL: "mysql://x",
      SMTP_URL: "mail",
      LOG_LEVEL: "loud",
      RATE_LIMIT_FACTOR: "-1",
      PAYMENTS_SECRET_KEY: "sk_test_1",
    });
    const named = problems.map((problem) => /[A-Z_]{4,}/.exec(problem)?.[0]);
    expect(named.sort()).toEqual([
      "BASE_URL",
      "DATABASE_URL",
      "LOG_LEVEL",
      "PAYMENTS_PUBLISHABLE_KEY",
      "PORT",
      "RATE_LIMIT_FACTOR",
      "SMTP_URL",
    ]);
    for (const problem of problems) expect(problem).toMatch(/^ {2}- [A-Z].*\.$/);
  });

  it("O-33 OP-15 rejects several database hosts, and suggests HAProxy", () => {
    for (const hosts of ["db1,db2", "db1:5432,db2:5432", "site:pass@db1,db2:5432"])
      expect(findProblems({ DATABASE_URL: `postgres://${hosts}/site?target_session_attrs=read-write` })).toEqual([
        "  - DATABASE_URL must name one host; for several put HAProxy in front (deploy/haproxy).",
      ]);
    expect(findProblems({ DATABASE_URL: "postgres://site:a,b@db1:5432/site" })).toEqual([]);
  });

  it("production requires a public address, and a card provider or the sandbox by name", () => {
    expect(findProblems({ NODE_ENV: "production" })).toHaveLength(2);
    expect(
      findProblems({ NODE_ENV: "production", BASE_URL: "https://nama.example", PAYMENTS_API_URL: "sandbox" }),
    ).toEqual([]);
    const env = parseEnv({ NODE_ENV: "production", BASE_URL: "https://nama.example/", PAYMENTS_API_URL: "sandbox" });
    expect(env).toMatchObject({ DEMO: false, BASE_URL: "https://nama.example", PAYMENTS_SANDBOX: true });
  });

  it("requires all keys of the real provider together", () => {
    const keys = {
      PAYMENTS_PUBLISHABLE_KEY: "pk_live_1",
      PAYMENTS_SECRET_KEY: "sk_live_1",
      PAYMENTS_WEBHOOK_SECRET: "0123456789abcdef",
    };
    expect(parseEnv(keys)).toMatchObject({ PAYMENTS_SANDBOX: false, PAYMENTS_API_URL: "https://api.moyasar.com/v1" });
    expect(findProblems({ ...keys, PAYMENTS_WEBHOOK_SECRET: "" })).toHaveLength(1);
    expect(findProblems({ ...keys, PAYMENTS_API_URL: "sandbox" })).toHaveLength(1);
  });

  it("Y-01 accepts only a readable file as the Apple Pay domain file", () => {
    for (const APPLE_PAY_DOMAIN_FILE of ["no-such-file", "src"])
      expect(findProblems({ APPLE_PAY_DOMAIN_FILE }), APPLE_PAY_DOMAIN_FILE).toEqual([
        expect.stringContaining("APPLE_PAY_DOMAIN_FILE must name a file that can be read"),
      ]);
    expect(findProblems({ APPLE_PAY_DOMAIN_FILE: "package.json" })).toEqual([]);
  });

  it("enables the street map only with valid tiles and a valid point", () => {
    const tiles = "https://tiles.example.com/{z}/{x}/{y}.png";
    expect(findProblems({ MAP_TILES_URL: tiles })).toHaveLength(1);
    expect(findProblems({ MAP_POINT: "24.7,46.6" })).toHaveLength(1);
    for (const MAP_TILES_URL of [
      "https://tiles.example.com/{z}/{x}.png",
      "ftp://tiles.example.com/{z}/{x}/{y}",
      "https://{s}.tiles.example.com/{z}/{x}/{y}.png",
    ])
      expect(findProblems({ MAP_TILES_URL, MAP_POINT: "24.7,46.6" }), MAP_TILES_URL).not.toEqual([]);
    for (const MAP_POINT of ["Riyadh", "24.7", "24.7;46.6"])
      expect(findProblems({ MAP_TILES_URL: tiles, MAP_POINT }), MAP_POINT).not.toEqual([]);
    expect(parseEnv({ MAP_TILES_URL: tiles, MAP_POINT: "24.7136, 46.6753" })).toMatchObject({
      MAP_TILES_URL: tiles,
      MAP_POINT: [24.7136, 46.6753],
    });
    expect(parseEnv({})).not.toHaveProperty("MAP_TILES_URL");
  });

  it("has the defaults of decisions §7, and treats empty variables as unset", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: "" })).not.toHaveProperty("DATABASE_URL");
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      BASE_URL: "http://127.0.0.1:3000",
      DATA_DIR: ".data",
      PAYMENTS_SANDBOX_PORT: 3001,
      PAYMENTS_API_URL: "http://127.0.0.1:3001/v1",
      DEMO: true,
      TRUSTED_PROXIES: [],
      RATE_LIMIT_FACTOR: 1,
    });
  });
});
