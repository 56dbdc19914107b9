/** How long navigation may take before the form is enabled again. */
const patienceMs = 15_000;

/**
 * Goes to an address outside this page. Resolves only when that did not happen, or when the person came back with Back.
 */
export function redirectTo(to: string): Promise<void> {
  location.assign(to);
  return new Promise((resolve) => {
    const isBack = (event: PageTransitionEvent) => event.persisted && done();
    const timer = setTimeout(done, patienceMs);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("pageshow", isBack);
      resolve();
    }
    window.addEventListener("pageshow", isBack);
  });
}
