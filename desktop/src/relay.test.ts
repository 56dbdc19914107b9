import { expect, it } from "vitest";
import type { BridgeMessage } from "../../src/features/content/media/bridge.ts";
import { relay } from "./relay.ts";

const [shell, site] = ["chrome-extension://shell", "https://nama.example"];

function startRelay() {
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
  return { toPage, toShell, sendMessage: (data: unknown, origin: string) => listener({ data, origin, source }) };
}
const pictureRequest = { nama: "picture", id: 1, url: `${site}/art/a.svg` };
const answer = { nama: "answer", id: 1, picture: "data:image/png;base64,AAAA" };

it("D-01 ignores messages from an origin that may not send them", () => {
  const { sendMessage, toPage, toShell } = startRelay();
  sendMessage({ nama: "hello" }, "https://evil.example");
  sendMessage({ nama: "hello" }, site);
  sendMessage(answer, "https://evil.example");
  sendMessage(pictureRequest, site);
  sendMessage(pictureRequest, "https://evil.example");
  expect([toPage, toShell]).toEqual([[], []]);
});

it("D-01 queues requests until the shell says hello, and passes answers only to the page", () => {
  const { sendMessage, toPage, toShell } = startRelay();
  sendMessage({ nama: "ready" }, site);
  sendMessage(pictureRequest, site);
  sendMessage({ nama: "hello" }, shell);
  sendMessage({ ...pictureRequest, id: 2, more: "than the bridge knows" }, site);
  expect(toShell).toEqual(
    [{ nama: "ready" }, pictureRequest, { ...pictureRequest, id: 2 }].map((message) => [
      message,
      { targetOrigin: shell },
    ]),
  );
  sendMessage(answer, shell);
  sendMessage({ nama: "answer", id: 2, picture: "https://evil.example/a.png" }, shell);
  sendMessage({ nama: "run", id: 3 }, shell);
  expect(toPage).toEqual([[answer, site]]);
});
