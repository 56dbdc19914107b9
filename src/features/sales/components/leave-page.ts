/** How long a page that should come may take before the form is given back. */
const patienceMs = 15_000;

/** Goes to an address outside this page. Resolves only when that did not happen, or when the person came back with Back. */
export function leavePage(to: string): Promise<void> {
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
