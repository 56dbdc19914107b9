/**
 * NODE_OPTIONS loads this module into a site's process, which then reads runs without locking them. It is the negative
 * control of a race over HTTP.
 */
import pg from "pg";

interface Statement {
  text: string;
}
type Query = (this: unknown, statement: string | Statement, ...rest: unknown[]) => unknown;

const removeRunLock = (text: string) =>
  /from "course_run" .* for update$/s.test(text) ? text.replace(/ for update$/, "") : text;
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function (statement, ...rest) {
  return query.call(
    this,
    typeof statement === "string"
      ? removeRunLock(statement)
      : Object.assign(statement, { text: removeRunLock(statement.text) }),
    ...rest,
  );
};
