import { createHash } from "node:crypto";
import type pg from "pg";

/** Texts of ours are few; what comes on top (lists of changing length) is not kept on every connection. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * A name under which PostgreSQL keeps a parsed statement on each connection; undefined past 500 texts. On the order path parsing
 * and planning anew took more than half of PostgreSQL's time (docs/benchmark.md).
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
}

/** The same connection or pool, whose parametrised queries carry names; for Drizzle, which gives none. */
export function withNames<Client extends pg.Pool | pg.PoolClient>(client: Client): Client {
  const query = (config: pg.QueryConfig, values?: unknown[]) => client.query(values?.length ? { ...config, name: config.name ?? statementName(config.text) } : config, values);
  return new Proxy(client, {
    get(target, key) {
      if (key === "query") return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
