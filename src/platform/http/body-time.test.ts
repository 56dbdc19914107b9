import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limitBodyTime } from "./body-time.server.ts";

const server = createServer((request, response) => {
  limitBodyTime(request, response, request.url === "/slow" ? 60_000 : 200);
  request.resume().once("end", () => response.end("all of it"));
});
beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
afterAll(() => void (server.closeAllConnections(), server.close()));

/** Sends the first half of a body, and the second once `pause` has settled. Returns the status. */
async function post(path: string, pause: Promise<unknown>): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, path, method: "POST", headers: { "content-length": 4 } });
  const answered = once(sent, "response") as Promise<[{ statusCode?: number; resume(): void }]>;
  sent.on("error", () => {});
  sent.write("ab");
  await Promise.race([pause, answered]);
  sent.end("cd");
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

it("answers 408 to a body that is too slow, and waits where more time is allowed", async () => {
  expect(await post("/", new Promise(() => {}))).toBe(408);
  // Meanwhile the time limit of the path `/` passes.
  expect(await post("/slow", post("/", new Promise(() => {})))).toBe(200);
  expect(await post("/", Promise.resolve())).toBe(200);
});
