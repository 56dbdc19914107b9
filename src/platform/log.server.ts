import pino from "pino";

export type Logger = pino.Logger;

/** JSON lines on standard output. Nothing personal is given to it; the paths below are a second net. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["*.password", "*.token", "*.authorization", "*.email", "*.number", "*.cvc", "*.secret_token"],
      censor: "[removed]",
    },
  });
}

/** A path for the log: what a link of a mail or of a preview opens is not written down. */
export function pathForLog(path: string): string {
  return path
    .replace(/(\/(?:reset-password-form|confirm-email|confirm|unsubscribe))\/[^/]+/, "$1/…")
    .replace(/([?&]preview=)[^&]+/, "$1…");
}

/** What a log may say of an error: name, message of our own errors, code and stack; no query parameters, which hold people's data. */
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
