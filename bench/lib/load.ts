/** The load generator: Debian's wrk when it is there, else a loop of our own. One run uses the same for every side. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendRequest } from "./http.ts";
import { output } from "./processes.ts";

export interface Shot {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  origin: string;
  /** Sent in turn; the answers must be 2xx or 3xx. */
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

/** Which generator this machine has. */
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

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function readWrk(report: string): Measured {
  const errors = /Socket errors: (.*)|Non-2xx or 3xx responses: \d+/.exec(report);
  if (errors) throw new Error(`The load met errors: ${errors[0]}`);
  const percentile = (share: string) => {
    const [, number = "0", unit = "ms"] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)\\b`).exec(report) ?? [];
    return Number(number) * (milliseconds[unit] ?? 1);
  };
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]),
    p50Ms: percentile("50"),
    p99Ms: percentile("99"),
  };
}

/** A text as a Lua string: ours are ASCII, where JSON and Lua agree. */
const lua = (text: string) => JSON.stringify(text);
const table = (record: Record<string, string>) =>
  `{${Object.entries(record)
    .map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
    .join(",")}}`;

/** Every request is put together once, before the first is sent. */
function script(shots: Shot[]): string {
  const made = shots.map(
    ({ method = "GET", path, headers = {}, body }) =>
      `wrk.format(${lua(method)}, ${lua(path)}, ${table(headers)}, ${body === undefined ? "nil" : lua(body)})`,
  );
  return `local shots, turn = {}, 0
init = function() shots = {${made.join(",\n")}} end
request = function() turn = turn % #shots + 1; return shots[turn] end`;
}

async function runWrk({ origin, shots, seconds, connections }: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "nama-wrk-"));
  try {
    const file = join(folder, "shots.lua");
    writeFileSync(file, script(shots));
    return readWrk(
      await output("wrk", [
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
  const until = began + seconds * 1000;
  let turn = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const shot = shots[turn++ % shots.length];
      if (!shot) throw new Error("nothing to ask for");
      const at = performance.now();
      const { status } = await sendRequest(agent, origin + shot.path, shot);
      if (status >= 400) throw new Error(`The load met an error: ${shot.path} answered ${status}`);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane)).finally(() => agent.destroy());
  return { perSecond: times.length / ((performance.now() - began) / 1000), ...percentiles(times) };
}

/** Median, 95th and 99th percentile of times in milliseconds. */
export function percentiles(times: number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
