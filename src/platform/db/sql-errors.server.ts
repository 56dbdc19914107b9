function* listCauses(error: unknown): Generator<object> {
  for (let current = error, depth = 0; typeof current === "object" && current !== null && depth < 8; depth++) {
    yield current;
    current = "cause" in current ? current.cause : undefined;
  }
}

function readText(error: object, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : undefined;
}

/** Returns the five-character SQLSTATE of an error or its causes; undefined when the error is not the database's. */
export function getSqlState(error: unknown): string | undefined {
  for (const cause of listCauses(error)) {
    const code = readText(cause, "code");
    // Node's own codes (EPIPE, EPERM) can have five characters too, but never a digit.
    if (code && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code;
  }
  return undefined;
}

/** True when a unique constraint was violated; with `constraint`, only for that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return getSqlState(error) === "23505" && (!constraint || hasConstraint(error, constraint));
}

/** True when another row still refers to the row, or when the row refers to one that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean => getSqlState(error) === "23503";

/** True when the check of this name, or a trigger that acts as one, refused a row. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return getSqlState(error) === "23514" && hasConstraint(error, constraint);
}

const hasConstraint = (error: unknown, constraint: string): boolean =>
  [...listCauses(error)].some((cause) => readText(cause, "constraint") === constraint);

/**
 * True for a deadlock, a serialization failure or an outdated plan: the same transaction may succeed when tried again.
 */
export function isConflict(error: unknown): boolean {
  const state = getSqlState(error);
  return state === "40001" || state === "40P01" || isOutdatedPlan(error);
}

/** True when a migration changed the result types of a prepared statement, which its connection then refuses. */
export const isOutdatedPlan = (error: unknown): boolean =>
  getSqlState(error) === "0A000" &&
  [...listCauses(error)].some((cause) => readText(cause, "routine") === "RevalidateCachedQuery");

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

/** True when the database cannot be reached, is full or does not answer in time: a 503, not a fault of the request. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = getSqlState(error);
  // 25006: a standby, or a primary that has become one. 08 connection, 53 resources (disk full, too many connections),
  // 57P shutdown, 57014 statement and 55P03 lock timeout.
  if (state) return /^(08|53|57P)/.test(state) || ["25006", "57014", "55P03", "25P03"].includes(state);
  return [...listCauses(error)].some((cause) => {
    if (cause instanceof DatabaseUnavailableError) return true;
    return networkCodes.has(readText(cause, "code") ?? "") || driverMessages.test(readText(cause, "message") ?? "");
  });
}

export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}
