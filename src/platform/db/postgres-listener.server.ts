import pg from "pg";
import { logFailure } from "#platform/log.server.ts";
import type { DbLog, NotificationHandler } from "./driver.server.ts";

export interface Listener {
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const heartbeatMs = 10_000;
const maxPauseMs = 2_000;

/**
 * Creates a listener that runs LISTEN on a connection of its own. It reopens the connection when that is lost, and then
 * calls every handler with `null`. `listen` also resolves while PostgreSQL is down.
 */
export function createListener(config: pg.ClientConfig, log: DbLog): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = 100;
  let hasMissed = false;
  let isClosed = false;

  async function connect(): Promise<void> {
    const newClient = new pg.Client({
      ...config,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    });
    newClient.on("error", () => drop(newClient));
    newClient.on("end", () => drop(newClient));
    newClient.on("notification", ({ channel, payload }) =>
      handlers.get(channel)?.forEach((handler) => handler(payload ?? "")),
    );
    try {
      await newClient.connect();
      client = newClient;
      for (const channel of handlers.keys()) await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      logFailure(log, "warn", error, { text: "LISTEN cannot reach PostgreSQL; trying again" });
      client = newClient;
      drop(newClient);
      return;
    }
    if (isClosed) return drop(newClient);
    pauseMs = 100;
    if (hasMissed)
      for (const channelHandlers of handlers.values()) for (const handler of channelHandlers) handler(null);
    hasMissed = false;
  }

  const ensureConnected = (): Promise<void> => (connecting ??= connect().finally(() => (connecting = undefined)));

  function drop(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    if (isClosed) return;
    hasMissed = true;
    clearTimeout(retry);
    retry = setTimeout(() => void ensureConnected(), pauseMs);
    retry.unref();
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }

  // Detects a connection that died silently, such as by a cut cable.
  const heartbeat = setInterval(() => {
    const current = client;
    current?.query("select 1").catch(() => drop(current));
  }, heartbeatMs);
  heartbeat.unref();

  async function runCommand(text: string): Promise<void> {
    const current = client;
    await current?.query(text).catch(() => drop(current));
  }

  return {
    async listen(channel, handler) {
      const channelHandlers = handlers.get(channel) ?? new Set();
      handlers.set(channel, channelHandlers.add(handler));
      // While a retry is pending, the next connection will listen to this channel too.
      if (client || connecting || !hasMissed) {
        if (!client) await ensureConnected();
        await runCommand(`listen ${pg.escapeIdentifier(channel)}`);
      }
      return async () => {
        channelHandlers.delete(handler);
        if (channelHandlers.size > 0 || handlers.get(channel) !== channelHandlers) return;
        handlers.delete(channel);
        await runCommand(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
