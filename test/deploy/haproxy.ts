/** Runs HAProxy with the committed configuration in front of two PostgreSQL clusters. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/ports.ts";
import { debianProgram } from "./debian.ts";

export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

export async function startHaproxy(
  ports: readonly [number, number],
  change = (text: string) => text,
): Promise<Balancer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "nama-haproxy-"));
  const text = change(readFileSync("deploy/haproxy/postgresql.cfg", "utf8"))
    .replace("127.0.0.1:6432", `127.0.0.1:${port}`)
    .replace("10.0.0.1:5432", `127.0.0.1:${ports[0]}`)
    .replace("10.0.0.2:5432", `127.0.0.1:${ports[1]}`);
  writeFileSync(join(folder, "haproxy.cfg"), text);
  const haproxy = spawn(debianProgram("/usr/sbin/haproxy", "haproxy"), ["-db", "-f", join(folder, "haproxy.cfg")], {
    stdio: "ignore",
  });
  return {
    port,
    stop: async () => {
      const exit = once(haproxy, "exit");
      haproxy.kill("SIGKILL");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
