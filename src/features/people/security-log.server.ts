import type { Ctx } from "#platform/context.server.ts";

export type SecurityEvent =
  | "registered"
  | "login"
  | "login-refused"
  | "login-limited"
  | "password-refused"
  | "password-reset-requested"
  | "password-reset"
  | "reset-link-refused"
  | "password-changed"
  | "email-change-requested"
  | "email-changed"
  | "address-confirmed"
  | "session-ended"
  | "account-deleted"
  | "staff-sign-in"
  | "staff-sign-in-refused"
  | "staff-code-refused"
  | "staff-trust-copied"
  | "staff-limited";

/** Logs event and request id on one line. Never logs who it was: no address, name or account. */
export function logSecurity(ctx: Ctx, event: SecurityEvent, details: { count?: number } = {}): void {
  ctx.log.info({ event, request_id: ctx.requestId, ...details }, "security");
}
