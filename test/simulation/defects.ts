/** Each defect switches one defence off. The simulation must find all of them. */
import type { Database } from "#platform/db/database.server.ts";
import { withStatements, type TwoPools } from "#test/two-pools.ts";

export interface Defect {
  name: string;
  /** Run on the database first. */
  sql?: string;
  /** Changes statements of the site before they are sent. */
  rewrite?: (statement: string) => string;
}

/** Replaces the database function that checks the capacity with one that does not. Fails if there is no such function. */
const uncheckedCapacity = `
  select 'enrolment_count(integer, integer, timestamptz)'::regprocedure;
  create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz) returns void language plpgsql
  as $$ begin update course_run r set seats_sold = r.seats_sold + confirmed where r.id = run and confirmed <> 0; end $$`;

/** Changes a table's rows as they are written. */
const falsified = (when: string, change: string) => `
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
    sql: falsified("update on waiting_place", "if new.ended = 'unanswered' then return old; end if;"),
  },
  {
    name: "a credit note without VAT",
    sql: falsified(
      "insert on tax_document",
      "if new.kind = 'credit-note' then new.net_halalas := new.total_halalas; new.tax_halalas := 0; end if;",
    ),
  },
];

const withRewrite = (pools: TwoPools, rewrite: (statement: string) => string): TwoPools => {
  const changed = <Pool extends Database>(pool: Pool): Pool => ({
    ...pool,
    ...withStatements(pool, (statement) => rewrite(statement.sql)),
  });
  return { ...pools, first: changed(pools.first), second: changed(pools.second) };
};

/**
 * The same two pools, with a defect in the database or in the statements sent to it. `hasMet`: whether it has changed a
 * statement yet; a defect that never does proves nothing.
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

/** The same two pools, and the names of the defects that would have changed no statement so far. */
export function watchDefects(pools: TwoPools): { pools: TwoPools; unmet: () => string[] } {
  const unmet = new Set(defects.filter(({ rewrite }) => rewrite !== undefined));
  const watch = (statement: string) => {
    for (const defect of unmet) if (defect.rewrite?.(statement) !== statement) unmet.delete(defect);
    return statement;
  };
  return { pools: withRewrite(pools, watch), unmet: () => [...unmet].map(({ name }) => name) };
}
