/** The address of a course at a date, without language; the date is left out when it is the one shown anyway. */
export function courseAddress(slug: string, run: number | null): string {
  return run === null ? `/courses/${slug}` : `/courses/${slug}?run=${run}`;
}

/** Where the modal's Register leads. */
export function checkoutAddress(slug: string, run: number | null): string {
  return run === null ? `/checkout/${slug}` : `/checkout/${slug}?run=${run}`;
}
