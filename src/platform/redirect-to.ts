/** How long navigation may take before the form is enabled again. */
const navigationTimeoutMs = 15_000;

/**
 * Opens an address outside this page. Resolves only if that did not happen, or when the user returns with the Back
 * button.
 */
export function redirectTo(to: string): Promise<void> {
  location.assign(to);
  return new Promise((resolve) => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && finish();
    const timer = setTimeout(finish, navigationTimeoutMs);
    function finish() {
      clearTimeout(timer);
      window.removeEventListener("pageshow", onPageShow);
      resolve();
    }
    window.addEventListener("pageshow", onPageShow);
  });
}
