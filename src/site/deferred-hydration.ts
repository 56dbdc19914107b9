/** Decision: docs/decisions/014. The module script is an inert block until a script in the head starts it. */

export function buildWaitingScript(code: string, modules: readonly string[]): string {
  return `<script type="text/plain" data-modules="${modules.join(" ")}">${code}</script>`;
}

/**
 * Its source text runs in the head, and the policy holds the hash of that text. Starts the page's code after load and
 * first paint, at the first click or key, or after four seconds. On the event "hydrated" it repeats the last click on a
 * button or the last submission of a form that only our code can send.
 */
export function startLater(): void {
  let isStarted = false;
  let repeat = () => {};

  function start() {
    if (isStarted) return;
    const waiting = document.querySelector<HTMLScriptElement>("script[data-modules]");
    if (!waiting) {
      document.addEventListener("DOMContentLoaded", start);
      return;
    }
    isStarted = true;
    for (const href of (waiting.dataset["modules"] ?? "").split(" ")) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    const code = Object.assign(document.createElement("script"), { type: "module", textContent: waiting.textContent });
    document.head.append(code);
    code.remove();
  }

  addEventListener("load", () => new PerformanceObserver(start).observe({ type: "paint", buffered: true }));
  setTimeout(start, 4000);
  for (const type of ["pointerdown", "keydown", "click"]) addEventListener(type, start, { capture: true, once: true });

  function keepClick(event: Event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button && !(button.form && button.type === "submit")) repeat = () => button.click();
  }
  function keepSubmit(event: SubmitEvent) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    repeat = () => form.requestSubmit(event.submitter);
  }
  addEventListener("click", keepClick, true);
  addEventListener("submit", keepSubmit, true);
  addEventListener("hydrated", () => {
    removeEventListener("click", keepClick, true);
    removeEventListener("submit", keepSubmit, true);
    repeat();
  });
}
