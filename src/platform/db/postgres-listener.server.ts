import pg from "pg";
import { logFailure } from "#platform/log.server.ts";
import type { DbLog, NotificationHandler } from "./driver.server.ts";

export interface Listener {
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const heartbeatMs = 10_000;
const longestPauseMs = 2_000;

/**
 * LISTEN on its own connection, reopened when it is lost; every handler then gets `null`. `listen` resolves also while
 * PostgreSQL is down.
 */
export function createListener(config: pg.ClientConfig, log: DbLog): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = 100;
  let missed = false;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...config, keepAlive: true, connectionTimeoutMillis: 3_000, query_timeout: 3_000 });
    next.on("error", () => drop(next));
    next.on("end", () => drop(next));
    next.on("notification", ({ channel, payload }) =>
      handlers.get(channel)?.forEach((handler) => handler(payload ?? "")),
    );
    try {
      await next.connect();
      client = next;
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      logFailure(log, "warn", error, { text: "LISTEN cannot reach PostgreSQL; trying again" });
      client = next;
      drop(next);
      return;
    }
    if (closed) return drop(next);
    pauseMs = 100;
    if (missed) for (const set of handlers.values()) for (const handler of set) handler(null);
    missed = false;
  }

  const ensure = (): Promise<void> => (connecting ??= connect().finally(() => (connecting = undefined)));

  function drop(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    if (closed) return;
    missed = true;
    clearTimeout(retry);
    retry = setTimeout(() => void ensure(), pauseMs);
    retry.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  // Detects a connection that died silently, such as by a cut cable.
  const heartbeat = setInterval(() => {
    const current = client;
    current?.query("select 1").catch(() => drop(current));
  }, heartbeatMs);
  heartbeat.unref();

  async function command(text: string): Promise<void> {
    const current = client;
    await current?.query(text).catch(() => drop(current));
  }

  return {
    async listen(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      // While a retry is pending, the next connection will listen to this channel too.
      if (client || connecting || !missed) {
        if (!client) await ensure();
        await command(`listen ${pg.escapeIdentifier(channel)}`);
      }
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        await command(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
