/** Each defect switches off one safeguard of the site. The simulation must find all of them. */
import type { Database } from "#platform/db/database.server.ts";
import { withStatements, type TwoPools } from "#test/two-pools.ts";

export interface Defect {
  name: string;
  /** Statements that are run on the database before the simulation. */
  sql?: string;
  /** Changes statements of the site before they are sent. */
  rewrite?: (statement: string) => string;
}

/** Replaces the database function that checks the capacity with one that does not. Fails if there is no such function. */
const uncheckedCapacity = `
  select 'enrolment_count(integer, integer, timestamptz)'::regprocedure;
  create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz) returns void language plpgsql
  as $$ begin update course_run r set seats_sold = r.seats_sold + confirmed where r.id = run and confirmed <> 0; end $$`;

/** Creates a trigger that changes the rows of a table when they are written. */
const createFalsifyTrigger = (when: string, change: string) => `
  create function falsify() returns trigger language plpgsql as $$ begin ${change} return new; end $$;
  create trigger falsify before ${when} for each row execute function falsify()`;

const matchNoRow = (statement: string) => statement.replace(" where ", " where false and ");

export const defects: readonly Defect[] = [
  {
    name: "the lock of a date off",
    sql: uncheckedCapacity,
    rewrite: (text) => (/ from "course_run" .* for update$/s.test(text) ? text.replace(/ for update$/, "") : text),
  },
  {
    name: "the check of the capacity off",
    sql: uncheckedCapacity,
    rewrite: (text) =>
      text.includes('from "course_run" inner join "course"') ? text.replace('"course_run"."capacity"', "1000") : text,
  },
  {
    name: "the idempotency key ignored",
    rewrite: (text) => (/ from "(refund|order_change)" where .*"key" = /.test(text) ? matchNoRow(text) : text),
  },
  {
    name: "a refund computed from the price before the discount (S-17)",
    rewrite: (text) =>
      / from "order_line" inner join "order" .* where "order_line"."order_id" in .* order by "order_line"."id"$/.test(
        text,
      )
        ? text.replace('"order_line"."discount_halalas"', "0")
        : text,
  },
  {
    name: "an offer that is not ended",
    sql: createFalsifyTrigger("update on waiting_place", "if new.ended = 'unanswered' then return old; end if;"),
  },
  {
    name: "a credit note without VAT",
    sql: createFalsifyTrigger(
      "insert on tax_document",
      "if new.kind = 'credit-note' then new.net_halalas := new.total_halalas; new.tax_halalas := 0; end if;",
    ),
  },
];

const withRewrite = (pools: TwoPools, rewrite: (statement: string) => string): TwoPools => {
  const rewritePool = <Pool extends Database>(pool: Pool): Pool => ({
    ...pool,
    ...withStatements(pool, (statement) => rewrite(statement.sql)),
  });
  return { ...pools, first: rewritePool(pools.first), second: rewritePool(pools.second) };
};

/**
 * Adds a defect to the database or to the statements of the two pools. `hasMet` returns whether the defect has changed
 * a statement yet. A defect that never does so proves nothing.
 */
export async function plant(
  pools: TwoPools,
  { sql, rewrite }: Defect,
): Promise<{ pools: TwoPools; hasMet: () => boolean }> {
  if (sql) await pools.first.executeSql(sql);
  if (!rewrite) return { pools, hasMet: () => true };
  let hasMet = false;
  const rewriteAndWatch = (statement: string) => {
    const changed = rewrite(statement);
    hasMet ||= changed !== statement;
    return changed;
  };
  return { pools: withRewrite(pools, rewriteAndWatch), hasMet: () => hasMet };
}

/** Watches the statements of the two pools. `unmet` returns the names of the defects that would have changed none. */
export function watchDefects(pools: TwoPools): { pools: TwoPools; unmet: () => string[] } {
  const unmet = new Set(defects.filter(({ rewrite }) => rewrite !== undefined));
  const watch = (statement: string) => {
    for (const defect of unmet) if (defect.rewrite?.(statement) !== statement) unmet.delete(defect);
    return statement;
  };
  return { pools: withRewrite(pools, watch), unmet: () => [...unmet].map(({ name }) => name) };
}
