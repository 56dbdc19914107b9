/** What must not happen in any page of any test. */
import { expect, type BrowserContext, type ConsoleMessage, type Page, type Request } from "@playwright/test";

export interface Watch {
  /** What went wrong, a sentence each. */
  problems: string[];
  requests: Request[];
  /** Resolves when no call of the API is on its way: ending a session earlier makes the rest fail. */
  answered(): Promise<void>;
  /** Announces an answer that is part of the test: without it every status from 400 up is a problem. */
  expect(path: string, ...statuses: number[]): void;
  /** Announces that calls of this address will fail without an answer. */
  expectFailure(url: string | RegExp): void;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Says in the console what only events tell: refused by the policy, or moved after it was shown. */
function listenInPage() {
  const target = window as unknown as { shifted: { value: number; what: string[] } };
  target.shifted = { value: 0, what: [] };
  // Browsers forgive what moves within half a second of a click. Here that half second begins anew with the frame that
  // draws what the click did, and with the answer to its requests: otherwise the speed of the machine would be judged.
  // These are the real clocks, also where a test brings its own.
  const forgivenMs = 500;
  const [clock, nextFrame, rest, ask] = [
    performance.now.bind(performance),
    requestAnimationFrame.bind(window),
    requestIdleCallback.bind(window),
    fetch.bind(window),
  ];
  const forgiven: number[] = [];
  const forgive = () => {
    forgiven.push(clock());
    nextFrame(() => void forgiven.push(clock()));
  };
  // A press may load code before it calls the server, and a busy machine takes seconds to run what has arrived.
  performance.setResourceTimingBufferSize(2000);
  const runMs = 5_000;
  let pressedAt = Number.NEGATIVE_INFINITY;
  const hasLoadedCode = () =>
    performance
      .getEntriesByType("resource")
      .some(
        (entry) =>
          entry instanceof PerformanceResourceTiming &&
          ["script", "link"].includes(entry.initiatorType) &&
          entry.startTime >= pressedAt &&
          entry.startTime - pressedAt < forgivenMs &&
          clock() - entry.responseEnd < runMs,
      );
  // What an answer changes may be drawn much later than it came: React works it out in pieces. Until the page rests
  // after a change of it, changes belong to the click.
  const forgiveChanges = () => {
    const observer = new MutationObserver(() => {
      forgive();
      rest(() => observer.disconnect());
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  };
  const lastPress = () => forgiven.at(-1) ?? Number.NEGATIVE_INFINITY;
  const forgiveAnswer = () => {
    forgive();
    forgiveChanges();
  };
  for (const kind of ["pointerdown", "keydown", "click", "input", "change"])
    addEventListener(
      kind,
      () => {
        pressedAt = clock();
        forgive();
      },
      true,
    );
  window.fetch = async (...args) => {
    const isAfterPress = clock() - lastPress() < forgivenMs || hasLoadedCode();
    try {
      return await ask(...args);
    } finally {
      if (isAfterPress) forgiveAnswer();
    }
  };
  // Uploads are sent this way, for their progress.
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function sendWatched(...body) {
    if (clock() - lastPress() < forgivenMs) this.addEventListener("loadend", forgiveAnswer);
    return send.apply(this, body);
  };
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  // A font that comes in the first moments replaces its stand-in (ui/fallback-fonts.css), whose words are a little wider
  // and whose lines are a pixel or two higher. Only a busy machine shows the stand-in at all.
  const fontPixels = 2;
  let fontsLoadedAt = Number.NEGATIVE_INFINITY;
  document.fonts.addEventListener("loadingdone", () => (fontsLoadedAt = clock()));
  const isByFont = ({ startTime, sources }: Shift) =>
    (document.fonts.status === "loading" || startTime - fontsLoadedAt < forgivenMs) &&
    sources.every(({ previousRect, currentRect }) => Math.abs(previousRect.y - currentRect.y) <= fontPixels);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput || forgiven.some((at) => entry.startTime >= at && entry.startTime - at < forgivenMs))
        continue;
      if (isByFont(entry)) continue;
      target.shifted.value += entry.value;
      target.shifted.what.push(
        ...entry.sources.map(({ node, previousRect, currentRect }) => {
          const html = (node instanceof Element ? node.outerHTML : node?.parentElement?.outerHTML) ?? "?";
          const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
          return `${html.slice(0, 120)} (${from} to ${to}, ${Math.round(entry.startTime - lastPress())} ms after a press)`;
        }),
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Watches every page of a context, from the first one on. `origins`: all that may be requested. */
export async function watch(context: BrowserContext, origins: readonly string[]): Promise<Watch> {
  const problems: string[] = [];
  const requests: Request[] = [];
  const answers: { path: string; statuses: number[] }[] = [];
  const failures: (string | RegExp)[] = [];
  await context.addInitScript(listenInPage);

  const isExpected = (url: string, status: number) =>
    answers.some(({ path, statuses }) => new URL(url).pathname === path && statuses.includes(status));
  const isExpectedFailure = (url: string) =>
    failures.some((pattern) => (typeof pattern === "string" ? url.startsWith(pattern) : pattern.test(url)));

  function onConsole(message: ConsoleMessage) {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The browser driver's own remark, in the place of every service worker it keeps away.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    // Its remark about speed: on a busy machine the text of a font is drawn seconds after the page has loaded.
    if (message.text().includes("was preloaded using link preload but not used within a few seconds")) return;
    const { url } = message.location();
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
    // The browser writes a line for every answer that is a refusal; that one is judged as an answer.
    if (status && isExpected(url, Number(status))) return;
    if (
      isExpectedFailure(url) ||
      failures.some((pattern) => typeof pattern === "string" && message.text().includes(pattern))
    )
      return;
    problems.push(`console ${message.type()}: ${message.text()} (${url})`);
  }
  const open = new Set<Request>();
  function onRequest(request: Request) {
    requests.push(request);
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/")) open.add(request);
    if (url.protocol.startsWith("http") && !origins.includes(url.origin)) problems.push(`a request to ${url.origin}`);
  }
  context.on("console", onConsole);
  context.on("weberror", (error) =>
    problems.push(`error in the page: ${error.error().stack ?? error.error().message}`),
  );
  context.on("request", onRequest);
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => {
    open.delete(request);
    // Who leaves a page leaves its requests behind.
    if (request.failure()?.errorText === "net::ERR_ABORTED" || isExpectedFailure(request.url())) return;
    problems.push(`failed: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400 && !isExpected(response.url(), response.status()))
      problems.push(`${response.status()} for ${response.request().method()} ${response.url()}`);
  });
  return {
    problems,
    requests,
    answered: async () => {
      await expect.poll(() => [...open].map((request) => request.url())).toEqual([]);
    },
    expect: (path, ...statuses) => void answers.push({ path, statuses }),
    expectFailure: (url) => void failures.push(url),
  };
}

/** How much has moved in this page since it was opened, and what. */
export function shifted(page: Page): Promise<{ value: number; what: string[] }> {
  return page.evaluate(() => (window as unknown as { shifted: { value: number; what: string[] } }).shifted);
}
