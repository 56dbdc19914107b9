/**
 * Loaded into a site's process by NODE_OPTIONS: it reads what it should lock. The negative control of a race over HTTP.
 */
import pg from "pg";

interface Statement {
  text: string;
}
type Query = (this: unknown, statement: string | Statement, ...rest: unknown[]) => unknown;

const unlocked = (text: string) =>
  /from "course_run" .* for update$/s.test(text) ? text.replace(/ for update$/, "") : text;
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function (statement, ...rest) {
  return query.call(
    this,
    typeof statement === "string" ? unlocked(statement) : Object.assign(statement, { text: unlocked(statement.text) }),
    ...rest,
  );
};
