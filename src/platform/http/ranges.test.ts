import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { isValidRange, validRanges } from "./ranges.server.ts";

it.each(["bytes=0-99", "bytes=0-", "bytes=-5", "bytes=7-7", "Bytes=0-1", "bytes=99999999999999999999999-"])(
  "F-13 understands %s",
  (header) => {
    expect(isValidRange(header)).toBe(true);
  },
);

it.each([
  "",
  "bytes",
  "bytes=",
  "bytes=-",
  "0-99",
  "items=0-1",
  "bytes=9-5",
  "bytes=99999999999999999999999-5",
  "bytes=a-b",
  "bytes=0-1,5-6",
  "bytes=0-1;",
  "bytes=--5",
  "bytes=1.5-2",
])("F-13 does not understand %j", (header) => {
  expect(isValidRange(header)).toBe(false);
});

it("F-13 a file is answered in parts, 416 beyond its end, and whole to what is no range", async () => {
  const app = new Hono();
  app.get("*", validRanges, serveStatic({ root: "." }));
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  const address = server.address();
  const origin = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  const whole = readFileSync("package.json", "utf8");
  const size = Buffer.byteLength(whole);
  const ask = async (range: string) => {
    const answer = await fetch(`${origin}/package.json`, { headers: { range } });
    return [answer.status, answer.headers.get("content-range"), await answer.text()];
  };
  expect(await ask("bytes=0-9")).toEqual([206, `bytes 0-9/${size}`, whole.slice(0, 10)]);
  expect(await ask("bytes=-2")).toEqual([206, `bytes ${size - 2}-${size - 1}/${size}`, whole.slice(-2)]);
  for (const range of [`bytes=${size}-`, "bytes=99999999999-99999999999", "bytes=-0"])
    expect(await ask(range)).toEqual([416, `bytes */${size}`, ""]);
  for (const range of ["bytes=9-5", "bytes=0-1,5-6", "items=0-1", "nonsense"])
    expect(await ask(range)).toEqual([200, null, whole]);
});
