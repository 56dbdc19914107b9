import pino from "pino";
import { currentWork } from "./work.server.ts";

export type Logger = pino.Logger;

/**
 * Each line names the request or job it was written for. Callers pass nothing personal; the redacted paths below are a
 * second net.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin() {
      const work = currentWork();
      return work ? { request_id: work.requestId, ...(work.job && { job: work.job }) } : {};
    },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["*.password", "*.token", "*.authorization", "*.email", "*.number", "*.cvc", "*.secret_token"],
      censor: "[removed]",
    },
  });
}

/** Without the token of a link or of a preview. */
export function pathForLog(path: string): string {
  return path
    .replace(/(\/(?:reset-password-form|confirm-email|confirm|unsubscribe|invitation))\/[^/]+/, "$1/…")
    .replace(/([?&]preview=)[^&]+/, "$1…");
}

/** Name, message of our own errors, code and stack; no query parameters, which hold personal data. */
export function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? errorForLog(error.cause) : undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  // Drizzle's message repeats the parameters of the query after "params:".
  return {
    error: error.name,
    code,
    message: error.message.split("\nparams:")[0],
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.startsWith("    at "))
      .slice(0, 12),
    cause,
  };
}
