import { afterEach, expect, it, vi } from "vitest";
import { callStaff } from "./api.ts";
import { callApi } from "../../src/platform/api-client.ts";
import { fetchToTheEnd } from "../../src/platform/keep-alive.ts";

afterEach(() => vi.unstubAllGlobals());

/** Replaces `fetch`. The test decides when each call is answered, and reads what was sent. */
function stubFetch() {
  const calls: { keepalive: boolean; answer: () => void }[] = [];
  vi.stubGlobal("fetch", (_address: string, { keepalive = false }: RequestInit = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.push({ keepalive, answer: () => resolve(Response.json({ id: 1 })) });
    return promise;
  });
  return calls;
}

it("O4-07 finishes writes after the page is left, but not reads", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "en" }, cookie: "" });
  vi.stubGlobal("localStorage", { getItem: () => null });
  const calls = stubFetch();
  const writing = callStaff("PUT /api/staff/runs/:id/feedback", { id: "1", required: true });
  const reading = callStaff("GET /api/staff/runs/:id", { id: "1" });
  const previewing = callStaff(
    "PUT /api/staff/runs/:id/feedback",
    { id: "1", required: true },
    AbortSignal.timeout(60_000),
  );
  const sending = callApi("/api/change-language", { language: "ar" } as never);
  const searching = callApi("/api/change-language", { language: "ar" } as never, AbortSignal.timeout(60_000));
  for (const { answer } of calls) answer();
  await Promise.all([writing, reading, previewing, sending, searching]);
  expect(calls.map(({ keepalive }) => keepalive)).toEqual([true, false, false, true, false]);
});

it("O4-07 bodies that are too large for the browser, alone or together, are sent without `keepalive`", async () => {
  const calls = stubFetch();
  const post = (bytes: number) => fetchToTheEnd("/", { method: "POST", body: "x".repeat(bytes) });
  const concurrentCalls = [post(70_000), post(40_000), post(30_000), post(10_000)];
  for (const { answer } of calls) answer();
  await Promise.all(concurrentCalls);
  const later = post(59_000);
  calls.at(-1)?.answer();
  await later;
  expect(calls.map(({ keepalive }) => keepalive)).toEqual([false, true, false, true, true]);
});
