import { expect, it } from "vitest";
import type { BridgeMessage } from "../../src/features/content/media/bridge.ts";
import { relay } from "./relay.ts";

const [shell, site] = ["chrome-extension://shell", "https://nama.example"];

function stage() {
  const [toPage, toShell]: [unknown[], unknown[]] = [[], []];
  let listener: (event: { data: unknown; origin: string; source: MessageEventSource | null }) => void = () => {};
  relay(
    {
      origin: site,
      addEventListener: (_, listen) => (listener = listen),
      postMessage: (message: BridgeMessage, origin) => toPage.push([message, origin]),
    },
    (origin) => origin === shell,
  );
  const source = {
    postMessage: (message: unknown, options: unknown) => toShell.push([message, options]),
  } as unknown as MessageEventSource;
  return { toPage, toShell, say: (data: unknown, origin: string) => listener({ data, origin, source }) };
}
const ask = { nama: "picture", id: 1, url: `${site}/art/a.svg` };
const answer = { nama: "answer", id: 1, picture: "data:image/png;base64,AAAA" };

it("D-01 no one but the shell is the shell", () => {
  const { say, toPage, toShell } = stage();
  say({ nama: "hello" }, "https://evil.example");
  say({ nama: "hello" }, site);
  say(answer, "https://evil.example");
  say(ask, site);
  say(ask, "https://evil.example");
  expect([toPage, toShell]).toEqual([[], []]);
});

it("D-01 requests from before the shell is ready are queued, and answers reach only the page", () => {
  const { say, toPage, toShell } = stage();
  say({ nama: "ready" }, site);
  say(ask, site);
  say({ nama: "hello" }, shell);
  say({ ...ask, id: 2, more: "than the bridge knows" }, site);
  expect(toShell).toEqual(
    [{ nama: "ready" }, ask, { ...ask, id: 2 }].map((message) => [message, { targetOrigin: shell }]),
  );
  say(answer, shell);
  say({ nama: "answer", id: 2, picture: "https://evil.example/a.png" }, shell);
  say({ nama: "run", id: 3 }, shell);
  expect(toPage).toEqual([[answer, site]]);
});
