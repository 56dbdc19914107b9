/**
 * What a ticket is worth: only `valid` lets in. `unnamed`: no one is to sit there yet. `given-on`: someone else has the
 * seat, with a ticket of their own.
 */
export const ticketStates = [
  "valid",
  "unnamed",
  "unpaid",
  "cancelled",
  "given-on",
  "run-cancelled",
  "finished",
] as const;
export type TicketState = (typeof ticketStates)[number];
