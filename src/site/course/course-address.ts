/** Without language; without the run when it is shown by default. */
export function courseAddress(slug: string, run: number | null): string {
  return run === null ? `/courses/${slug}` : `/courses/${slug}?run=${run}`;
}

export function checkoutAddress(slug: string, run: number | null): string {
  return run === null ? `/checkout/${slug}` : `/checkout/${slug}?run=${run}`;
}
