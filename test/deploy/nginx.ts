/** Runs nginx with the committed configuration, on other ports and in a temporary folder. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "#test/ports.ts";
import { debianProgram } from "./debian.ts";
import { fetchStatus } from "./selling.ts";

const program = () => debianProgram("/usr/sbin/nginx", "nginx-light");

/** Creates a folder with an `nginx.conf` that includes the committed file after `change`. */
function prepare(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "nama-nginx-"));
  mkdirSync(join(folder, "cache"));
  // The workers of nginx run as the user nobody.
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

/** Checks the unchanged committed file with nginx. Returns "ok" or the error text of nginx. */
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

/** Starts nginx with the committed configuration, without TLS, in front of sites on `ports`. */
export async function startNginx(ports: readonly number[], change = (text: string) => text): Promise<Nginx> {
  const [port, redirectPort] = [await freePort(), await freePort()];
  const folder = prepare((text) =>
    change(text)
      .replace(/^ *server 127\.0\.0\.1:3002.*\n/m, "")
      .replace(/^.*127\.0\.0\.1:3001.*\n/m, (line) =>
        ports.map((sitePort) => line.replace("3001", String(sitePort))).join(""),
      )
      .replace("listen 80;", `listen 127.0.0.1:${redirectPort};`)
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*\n/gm, ""),
  );
  const nginx: ChildProcess = spawn(program(), ["-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetchStatus(`${url}/metrics`), { timeout: 15_000 }).toBe(404);
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
