import { isDatabaseUnavailable } from "./db/sql-errors.server.ts";
import { errorForLog, type Logger } from "./log.server.ts";

const everyMs = 10_000;
const said = new Map<string, { at: number; unsaid: number }>();

/**
 * Writes that something failed. While the database is away that is expected of everything that needs it: a warning
 * without a stack, every ten seconds at most for each `text`, with how many went unsaid before it; `database_up` and
 * the line of the pool tell the story. Anything else is written at once, at `level`.
 */
export function logFailure(
  log: Pick<Logger, "warn" | "error">,
  level: "warn" | "error",
  error: unknown,
  { text, ...facts }: { text: string } & Record<string, unknown>,
): void {
  if (!isDatabaseUnavailable(error)) return log[level]({ ...facts, ...errorForLog(error) }, text);
  const now = performance.now();
  const last = said.get(text);
  if (last && now - last.at < everyMs) {
    last.unsaid += 1;
    return;
  }
  const { stack: _stack, cause, ...brief } = errorForLog(error) as Record<string, unknown>;
  const code = brief["code"] ?? (cause as { code?: string } | undefined)?.code;
  const why = { error: brief["error"], code, message: String(brief["message"]).split("\n")[0] };
  log.warn({ ...facts, ...why, cause: "the database is away", unsaid: last?.unsaid ?? 0 }, text);
  said.set(text, { at: now, unsaid: 0 });
}
