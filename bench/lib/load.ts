/** The load generator: wrk when it is installed, else a loop in Node. A run uses the same generator for every side. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendRequest } from "./http.ts";
import { runToEnd } from "./processes.ts";

/** One request of the load. */
export interface Shot {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  origin: string;
  /** Requests that are sent in turn. Every answer must be 2xx or 3xx. */
  shots: Shot[];
  seconds: number;
  connections: number;
}

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Generator {
  name: string;
  /** Keeps `connections` requests in flight for `seconds`. Rejects when any answer was an error. */
  run(load: Load): Promise<Measured>;
}

/** Returns wrk when this machine has it, else the loop in Node. */
export function findGenerator(): Generator {
  try {
    execFileSync("which", ["wrk"], { stdio: "pipe" });
    return { name: "wrk", run: runWrk };
  } catch {
    return {
      name: "a loop in Node (install wrk for sharper figures: this one is slower than the fast servers)",
      run: runLoop,
    };
  }
}

const millisecondsPerUnit: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function readWrk(report: string): Measured {
  const errors = /Socket errors: (.*)|Non-2xx or 3xx responses: \d+/.exec(report);
  if (errors) throw new Error(`The load met errors: ${errors[0]}`);
  const readPercentile = (share: string) => {
    const [, number = "0", unit = "ms"] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)\\b`).exec(report) ?? [];
    return Number(number) * (millisecondsPerUnit[unit] ?? 1);
  };
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]),
    p50Ms: readPercentile("50"),
    p99Ms: readPercentile("99"),
  };
}

/** Writes a text as a Lua string. The bench's texts are ASCII, for which JSON and Lua have the same syntax. */
const toLuaString = (text: string) => JSON.stringify(text);
const toLuaTable = (record: Record<string, string>) =>
  `{${Object.entries(record)
    .map(([name, value]) => `[${toLuaString(name)}]=${toLuaString(value)}`)
    .join(",")}}`;

/** Returns a script for wrk that builds every request once, before wrk sends the first. */
function buildWrkScript(shots: Shot[]): string {
  const requests = shots.map(
    ({ method = "GET", path, headers = {}, body }) =>
      `wrk.format(${toLuaString(method)}, ${toLuaString(path)}, ${toLuaTable(headers)}, ${body === undefined ? "nil" : toLuaString(body)})`,
  );
  return `local shots, turn = {}, 0
init = function() shots = {${requests.join(",\n")}} end
request = function() turn = turn % #shots + 1; return shots[turn] end`;
}

async function runWrk({ origin, shots, seconds, connections }: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "nama-wrk-"));
  try {
    const file = join(folder, "shots.lua");
    writeFileSync(file, buildWrkScript(shots));
    return readWrk(
      await runToEnd("wrk", [
        "-t1",
        `-c${connections}`,
        `-d${seconds}s`,
        "--timeout",
        "10s",
        "--latency",
        "-s",
        file,
        origin,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runLoop({ origin, shots, seconds, connections }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  let turn = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < endsAt) {
      const shot = shots[turn++ % shots.length];
      if (!shot) throw new Error("The load has no requests to send");
      const sentAt = performance.now();
      const { status } = await sendRequest(agent, origin + shot.path, shot);
      if (status >= 400) throw new Error(`The load met an error: ${shot.path} answered ${status}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd)).finally(() => agent.destroy());
  return { perSecond: times.length / ((performance.now() - began) / 1000), ...percentiles(times) };
}

/** Returns the median, the 95th and the 99th percentile of times in milliseconds. */
export function percentiles(times: number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) };
}
