/**
 * Reference: Debian's nginx with one worker sends a file of the same compressed bytes with the same headers.
 */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runToEnd, start, waitUntilReady, type Running } from "./processes.ts";

const program = "/usr/sbin/nginx";

/** Installs Debian's nginx if it is missing and this process is root. Resolves with whether nginx is installed. */
export async function ensureNginx(): Promise<boolean> {
  if (existsSync(program)) return true;
  if (process.getuid?.() !== 0) return false;
  await runToEnd("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "nginx-light"]).catch(() => "");
  return existsSync(program);
}

/** Quotes a value for nginx's configuration. */
const quoted = (value: string) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/**
 * Serves `body` at "/" of the port with `headers`. Leaves out those that nginx writes itself (length, type, etag) and
 * values with a `$`, which nginx would read as variables.
 */
export async function startNginx(
  scratch: string,
  port: number,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Running> {
  const folder = join(scratch, `nginx-${port}`);
  mkdirSync(join(folder, "files"), { recursive: true });
  // The worker of nginx does not run as root, but the folders belong to root.
  for (const path of [scratch, folder, join(folder, "files")]) chmodSync(path, 0o755);
  writeFileSync(join(folder, "files/page"), body);
  const nginxHeaders = new Set(["content-length", "content-type", "etag"]);
  const added = Object.entries(headers).filter(([name, value]) => !nginxHeaders.has(name) && !value.includes("$"));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10; server_tokens off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    default_type "${headers["content-type"] ?? "text/html"}";
    location = / { rewrite ^ /page last; }
    location = /page {
      ${added.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join("\n      ")}
    }
  }
}
`,
  );
  const nginx = start(program, ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error.log")]);
  await waitUntilReady(nginx, `http://127.0.0.1:${port}/`);
  return nginx;
}
