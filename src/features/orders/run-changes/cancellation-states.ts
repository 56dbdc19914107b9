/** Cancelled runs as the portal shows them; types only, safe on both sides. */

/** `direct`: what goes back is within what one person may refund. */
export const cancellationStates = ["direct", "waiting", "approved", "declined", "withdrawn"] as const;
export type CancellationState = (typeof cancellationStates)[number];
