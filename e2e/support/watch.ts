/** Watches for problems that must not occur on any page of any test. */
import { expect, type BrowserContext, type ConsoleMessage, type Page, type Request } from "@playwright/test";

export interface Watch {
  /** One sentence per problem. */
  problems: string[];
  requests: Request[];
  /** Resolves when no API call is pending. Ending a session earlier makes pending calls fail. */
  waitForAnswers(): Promise<void>;
  /** Allows these statuses for a path. All other statuses from 400 up are problems. */
  allowStatus(path: string, ...statuses: number[]): void;
  /** Allows requests to this URL to fail without a response. */
  expectFailure(url: string | RegExp): void;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in the page. Logs violations of the security policy to the console, and collects layout shifts. */
function listenInPage() {
  const target = window as unknown as { shifted: { value: number; what: string[] } };
  target.shifted = { value: 0, what: [] };
  // Browsers ignore layout shifts within half a second of a click. Here that half second restarts at the frame that
  // renders the click's effect and at the response to its requests, so that a slow machine does not fail a test.
  const forgivenMs = 500;
  // Keeps the real functions, because a test may install a fake clock later.
  const [realNow, requestFrame, requestIdle, realFetch] = [
    performance.now.bind(performance),
    requestAnimationFrame.bind(window),
    requestIdleCallback.bind(window),
    fetch.bind(window),
  ];
  const forgivenSince: number[] = [];
  // A shift has the time at which its frame began, which may be before the event or response that caused it.
  const getFrameTime = () => Number(document.timeline.currentTime ?? realNow());
  const forgive = () => {
    forgivenSince.push(getFrameTime());
    requestFrame((frameTime) => void forgivenSince.push(frameTime));
  };
  // A press may load code before it calls the server, and a busy machine may take seconds to run that code.
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
          realNow() - entry.responseEnd < runMs,
      );
  // React renders in pieces, so a response may change the page much later. Until the page is idle after such a change,
  // changes count as caused by the click.
  const forgiveChanges = () => {
    const observer = new MutationObserver(() => {
      forgive();
      requestIdle(() => observer.disconnect());
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  };
  const lastForgivenAt = () => forgivenSince.at(-1) ?? Number.NEGATIVE_INFINITY;
  const forgiveAnswer = () => {
    forgive();
    forgiveChanges();
  };
  for (const kind of ["pointerdown", "keydown", "click", "input", "change"])
    addEventListener(
      kind,
      () => {
        pressedAt = realNow();
        forgive();
      },
      true,
    );
  window.fetch = async (...args) => {
    const isAfterPress = realNow() - lastForgivenAt() < forgivenMs || hasLoadedCode();
    try {
      return await realFetch(...args);
    } finally {
      if (isAfterPress) forgiveAnswer();
    }
  };
  // Uploads use XMLHttpRequest, which reports progress.
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function sendWatched(...body) {
    if (realNow() - lastForgivenAt() < forgivenMs) this.addEventListener("loadend", forgiveAnswer);
    return send.apply(this, body);
  };
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  // A font that loads late replaces its fallback (ui/fallback-fonts.css), whose words are a little wider and whose
  // lines are a pixel or two higher. Only a busy machine shows the fallback at all.
  const fontPixels = 2;
  let fontsLoadedAt = Number.NEGATIVE_INFINITY;
  document.fonts.addEventListener("loadingdone", () => (fontsLoadedAt = realNow()));
  const isCausedByFont = ({ startTime, sources }: Shift) =>
    (document.fonts.status === "loading" || startTime - fontsLoadedAt < forgivenMs) &&
    sources.every(({ previousRect, currentRect }) => Math.abs(previousRect.y - currentRect.y) <= fontPixels);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (
        entry.hadRecentInput ||
        forgivenSince.some((since) => entry.startTime >= since && entry.startTime - since < forgivenMs)
      )
        continue;
      if (isCausedByFont(entry)) continue;
      target.shifted.value += entry.value;
      target.shifted.what.push(
        ...entry.sources.map(({ node, previousRect, currentRect }) => {
          const html = (node instanceof Element ? node.outerHTML : node?.parentElement?.outerHTML) ?? "?";
          const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
          return `${html.slice(0, 120)} (${from} to ${to}, ${Math.round(entry.startTime - lastForgivenAt())} ms after a press)`;
        }),
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Watches every page of a context. Pages may send requests only to `origins`. */
export async function watch(context: BrowserContext, origins: readonly string[]): Promise<Watch> {
  const problems: string[] = [];
  const requests: Request[] = [];
  const expectedResponses: { path: string; statuses: number[] }[] = [];
  const expectedFailures: (string | RegExp)[] = [];
  await context.addInitScript(listenInPage);

  const isExpected = (url: string, status: number) =>
    expectedResponses.some(({ path, statuses }) => new URL(url).pathname === path && statuses.includes(status));
  const isExpectedFailure = (url: string) =>
    expectedFailures.some((pattern) => (typeof pattern === "string" ? url.startsWith(pattern) : pattern.test(url)));

  function onConsole(message: ConsoleMessage) {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Playwright logs this for every service worker that it blocks.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    // A warning about speed: a busy machine renders text seconds after the page has loaded.
    if (message.text().includes("was preloaded using link preload but not used within a few seconds")) return;
    const { url } = message.location();
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
    // The browser also logs every response with an error status. An expected one is no problem.
    if (status && isExpected(url, Number(status))) return;
    if (
      isExpectedFailure(url) ||
      expectedFailures.some((pattern) => typeof pattern === "string" && message.text().includes(pattern))
    )
      return;
    problems.push(`console ${message.type()}: ${message.text()} (${url})`);
  }
  const pendingCalls = new Set<Request>();
  function onRequest(request: Request) {
    requests.push(request);
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/")) pendingCalls.add(request);
    if (url.protocol.startsWith("http") && !origins.includes(url.origin)) problems.push(`a request to ${url.origin}`);
  }
  context.on("console", onConsole);
  context.on("weberror", (error) =>
    problems.push(`error in the page: ${error.error().stack ?? error.error().message}`),
  );
  context.on("request", onRequest);
  context.on("requestfinished", (request) => void pendingCalls.delete(request));
  context.on("requestfailed", (request) => {
    pendingCalls.delete(request);
    // Leaving a page aborts its requests.
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
    waitForAnswers: async () => {
      await expect.poll(() => [...pendingCalls].map((request) => request.url())).toEqual([]);
    },
    allowStatus: (path, ...statuses) => void expectedResponses.push({ path, statuses }),
    expectFailure: (url) => void expectedFailures.push(url),
  };
}

/** Layout shifts since the page was opened: their sum and the elements that moved. */
export function shifted(page: Page): Promise<{ value: number; what: string[] }> {
  return page.evaluate(() => (window as unknown as { shifted: { value: number; what: string[] } }).shifted);
}
