import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Box } from "./box.ts";
import { openControl, type Control } from "./control.ts";
import { applyFault, type PendingResponses } from "./fault-effects.ts";
import { openFaults } from "./faults.ts";
import { answerElsewhere, guarded, readCall, type Front } from "./front.ts";
import { errorReply, send, type Reply } from "./http.ts";
import { findRoute } from "./routes.ts";
import { defaultSettings, resolveOptions, type SandboxOptions } from "./settings.ts";
import { openStore } from "./store.ts";
import { openWebhooks } from "./webhooks.ts";

export interface Sandbox {
  /** Its origin on this machine, without a slash at the end. */
  url: string;
  port: number;
  control: Control;
  /** Stops listening, lets running requests end (1 s at most), cuts hanging ones, drops retries. */
  close(): Promise<void>;
}

/** Starts the fake card provider. Throws SandboxSettingsError on bad options and the system's error on a taken port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const initial = { ...defaultSettings, ...options.settings };
  const settings = { ...initial };
  let ahead = 0;
  const now = (): number => resolved.clock() + ahead;
  const faults = openFaults();
  const pending: PendingResponses = { hung: new Set(), late: new Set() };

  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 30_000 });
  // Only who holds the port may touch the journal, so it is opened after listening and before the first request is
  // read.
  const box = await new Promise<Box>((resolve, reject) => {
    server.once("error", reject).listen(resolved.port, resolved.host, () => {
      try {
        const store = openStore(resolved.dataDir);
        resolve({
          options: resolved,
          settings,
          store,
          faults,
          now,
          webhooks: openWebhooks(resolved, settings, faults, now),
        });
      } catch (error) {
        server.close();
        reject(error);
      }
    });
  });
  const release = (): void => {
    for (const run of pending.late) run();
    for (const res of pending.hung) res.destroy();
    pending.hung.clear();
  };
  const control = openControl(box, {
    initial,
    release,
    hanging: () => pending.hung.size,
    advance: (ms) => void (ahead += ms),
    resetClock: () => void (ahead = 0),
  });
  server.on("request", (req, res) => void answer({ box, control }, pending, req, res));

  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : resolved.port;
  const shownHost = resolved.host === "0.0.0.0" || resolved.host === "::" ? "127.0.0.1" : resolved.host;
  return {
    url: `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${port}`,
    port,
    control,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      pending.late.clear();
      release();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), 1000);
      await closed;
      clearTimeout(cut);
      box.webhooks.close();
      box.store.close();
    },
  };
}

async function answer(
  front: Front,
  pending: PendingResponses,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { box } = front;
  try {
    const call = await readCall(box, req);
    const route = findRoute(call.method, call.path);
    if (route === null) return send(res, answerElsewhere(front, call));
    call.id = route.id;
    const run = (): Reply => guarded(box, call, () => route.run(box, call));
    const fault = box.faults.request(route.name);
    if (fault) applyFault(fault, run, res, pending);
    else send(res, run());
  } catch (error) {
    send(res, errorReply(error));
    // What is left of an oversized body is not worth reading.
    if (!req.complete) res.once("finish", () => req.destroy());
  }
}
