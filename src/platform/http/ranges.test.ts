import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { isValidRange, dropInvalidRange } from "./ranges.server.ts";

it.each(["bytes=0-99", "bytes=0-", "bytes=-5", "bytes=7-7", "Bytes=0-1", "bytes=99999999999999999999999-"])(
  "F-13 accepts %s",
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
])("F-13 rejects %j", (header) => {
  expect(isValidRange(header)).toBe(false);
});

it("F-13 serves one range with 206, a range beyond the end with 416, and otherwise the whole file", async () => {
  const app = new Hono();
  app.get("*", dropInvalidRange, serveStatic({ root: "." }));
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  const address = server.address();
  const origin = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  const file = readFileSync("package.json", "utf8");
  const size = Buffer.byteLength(file);
  const fetchRange = async (range: string) => {
    const response = await fetch(`${origin}/package.json`, { headers: { range } });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  expect(await fetchRange("bytes=0-9")).toEqual([206, `bytes 0-9/${size}`, file.slice(0, 10)]);
  expect(await fetchRange("bytes=-2")).toEqual([206, `bytes ${size - 2}-${size - 1}/${size}`, file.slice(-2)]);
  for (const range of [`bytes=${size}-`, "bytes=99999999999-99999999999", "bytes=-0"])
    expect(await fetchRange(range)).toEqual([416, `bytes */${size}`, ""]);
  for (const range of ["bytes=9-5", "bytes=0-1,5-6", "items=0-1", "nonsense"])
    expect(await fetchRange(range)).toEqual([200, null, file]);
});
