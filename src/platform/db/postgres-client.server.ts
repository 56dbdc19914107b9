import pg from "pg";

/** Plans that a connection keeps at most; PgBouncer's `max_prepared_statements` (deploy/pgbouncer) has to be more. */
export const mostNames = 500;

/**
 * A client that names each statement with values by its text, the same on all connections of a pool, so that PostgreSQL
 * plans it once on each instead of at each use. The first `most` texts get a name: those of requests come soon, and
 * what comes later is planned as ever.
 */
export function namedClient(most = mostNames): new (config?: pg.ClientConfig) => pg.Client {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < most) names.set(text, `s${names.size + 1}`);
    return names.get(text);
  };
  return class extends pg.Client {
    /** `never` fits each of pg's overloads, by which the pool calls it. */
    override query(statement: string | pg.QueryConfig, ...rest: unknown[]): never {
      const config = typeof statement === "string" ? { text: statement } : statement;
      const values = config.values ?? rest[0];
      if (Array.isArray(values) && values.length > 0) config.name ??= nameOf(config.text);
      return super.query(config, ...(rest as [])) as never;
    }
  };
}
