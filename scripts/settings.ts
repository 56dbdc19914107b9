import { createServer } from "node:net";
import { once } from "node:events";
import type { Actor } from "../src/platform/context.server.ts";
import { parseEnv, SettingsError, type Env } from "../src/platform/env.server.ts";

/** The person who runs a command: the audit log stores the name of their account on this machine. */
export function operator({ SUDO_USER, USER, LOGNAME } = process.env): Extract<Actor, { kind: "command" }> {
  return { kind: "command", name: SUDO_USER ?? USER ?? LOGNAME ?? `uid ${process.getuid?.()}` };
}

/**
 * Reads the settings; if some are wrong, prints all problems and ends the process with 78. With port 0, the site and
 * the sandbox get free ports.
 */
export async function readSettings(source: Record<string, string | undefined> = process.env): Promise<Env> {
  try {
    const env = parseEnv(source);
    if (env.PORT !== 0) return env;
    const [port, sandboxPort] = [await freePort(env.HOST), await freePort(env.HOST)];
    return parseEnv({ PAYMENTS_SANDBOX_PORT: String(sandboxPort), ...source, PORT: String(port) });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return address && typeof address === "object" ? address.port : 0;
}

/** The text that the site prints when it starts. */
export function greeting(env: Env, url: string): string {
  const lines = [`Nama Health  ${env.BASE_URL}   Arabic: ${env.BASE_URL}/ar`];
  if (!env.BASE_URL.startsWith(url)) lines.push(`Listening on  ${url}`);
  lines.push(`API           ${env.BASE_URL}/api/docs`);
  if (env.DEMO)
    lines.push(
      "Demo logins   learner@example.com / demo-learner-1",
      "Demo staff    owner@example.com / demo-staff-1 (also training@, content@, finance@, support@, auditor@)",
      `              codes of their apps: ${env.BASE_URL}/api/staff/demo-accounts`,
      `Mailbox       ${env.BASE_URL}/__dev/outbox`,
    );
  if (env.PAYMENTS_SANDBOX)
    lines.push(`Test cards    ${new URL(env.PAYMENTS_API_URL).origin} (no real card is charged)`);
  lines.push(`Data          ${env.DATABASE_URL ? "PostgreSQL" : env.DATA_DIR}`);
  return `\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
