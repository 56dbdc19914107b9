/** nginx with the committed configuration, on other ports and in a folder of its own. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "#test/ports.ts";
import { debianProgram } from "./debian.ts";

const program = () => debianProgram("/usr/sbin/nginx", "nginx-light");

/** A folder with `nginx.conf`, which includes the committed file as `change` makes it. */
function prepare(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "nama-nginx-"));
  mkdirSync(join(folder, "cache"));
  // Its workers run as no one.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "cache"), 0o777);
  const text = readFileSync("deploy/nginx/nama.conf", "utf8")
    .replaceAll("/var/cache/nginx-nama", join(folder, "cache"))
    .replaceAll("/var/log/nginx", folder)
    .replaceAll("/etc/nginx/tls", folder);
  writeFileSync(join(folder, "nama.conf"), change(text));
  const main = `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { include ${folder}/nama.conf; }`;
  writeFileSync(join(folder, "nginx.conf"), main);
  return folder;
}

/** What nginx says of the file as it is committed, with a certificate of its own. */
export function checkNginx(): string {
  const folder = prepare((text) => text);
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", join(folder, "privkey.pem")];
  const certificate = ["-out", join(folder, "fullchain.pem"), "-days", "1", "-subj", "/CN=www.example.com"];
  execFileSync("openssl", ["req", "-x509", ...key, ...certificate], { stdio: "ignore" });
  try {
    execFileSync(program(), ["-t", "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
    return "ok";
  } catch (error) {
    return error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** The committed configuration without TLS in front of these processes. */
export async function startNginx(ports: readonly number[], change = (text: string) => text): Promise<Nginx> {
  const [port, redirects] = [await freePort(), await freePort()];
  const folder = prepare((text) =>
    change(text)
      .replace(/^ *server 127\.0\.0\.1:3002.*\n/m, "")
      .replace(/^.*127\.0\.0\.1:3001.*\n/m, (line) => ports.map((own) => line.replace("3001", String(own))).join(""))
      .replace("listen 80;", `listen 127.0.0.1:${redirects};`)
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*\n/gm, ""),
  );
  const nginx: ChildProcess = spawn(program(), ["-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/metrics`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(answers, { timeout: 15_000 }).toBe(404);
  return {
    url,
    stop: async () => {
      const ended = once(nginx, "exit");
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
