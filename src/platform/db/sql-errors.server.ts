function* causes(error: unknown): Generator<object> {
  for (let current = error, depth = 0; typeof current === "object" && current !== null && depth < 8; depth++) {
    yield current;
    current = "cause" in current ? current.cause : undefined;
  }
}

function text(of: object, key: string): string | undefined {
  const value: unknown = Reflect.get(of, key);
  return typeof value === "string" ? value : undefined;
}

/** The five-character SQLSTATE of an error or its causes; undefined when the error is not the database's. */
export function getSqlState(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const code = text(cause, "code");
    // Node's own codes (EPIPE, EPERM) can have five characters too, but never a digit.
    if (code && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code;
  }
  return undefined;
}

/** With `constraint`, only for that constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return getSqlState(error) === "23505" && (!constraint || names(error, constraint));
}

/** True when a row is referred to by another, or refers to one that is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => getSqlState(error) === "23503";

/** True when a check, or a trigger that acts as one, refused a row by this name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return getSqlState(error) === "23514" && names(error, constraint);
}

const names = (error: unknown, constraint: string): boolean =>
  [...causes(error)].some((cause) => text(cause, "constraint") === constraint);

/** A deadlock, a serialization failure or an outdated plan: the same transaction may succeed when tried again. */
export function isConflict(error: unknown): boolean {
  const state = getSqlState(error);
  return state === "40001" || state === "40P01" || isOutdatedPlan(error);
}

/** A migration has changed the types that a prepared statement answers: its connection refuses it from now on. */
export const isOutdatedPlan = (error: unknown): boolean =>
  getSqlState(error) === "0A000" &&
  [...causes(error)].some((cause) => text(cause, "routine") === "RevalidateCachedQuery");

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENOENT",
]);
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** The database cannot be reached, is full, or does not answer in time: a 503, not a fault of the request. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = getSqlState(error);
  // 25006: a standby, or a primary that has become one. 08 connection, 53 resources (disk full, too many connections),
  // 57P shutdown, 57014 statement and 55P03 lock timeout.
  if (state) return /^(08|53|57P)/.test(state) || ["25006", "57014", "55P03", "25P03"].includes(state);
  return [...causes(error)].some((cause) => {
    if (cause instanceof DatabaseUnavailableError) return true;
    return networkCodes.has(text(cause, "code") ?? "") || driverMessages.test(text(cause, "message") ?? "");
  });
}

export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}
