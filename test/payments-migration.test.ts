/**
 * Tests the migration that allows several payments per order. Each earlier payment becomes a card payment, and is
 * settled if its order was paid (G-03, P-13).
 */
import { expect, it } from "vitest";
import { describeOnDatabase } from "./database.ts";
import { migrateUpTo } from "./older-database.ts";

const statuses = ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"];
const oldRows = `
  insert into "user" (id, name, email) values ('sara', 'Sara N.', 'sara@example.com');
  insert into "order" (user_id, status, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at, paid_at)
    select 'sara', status, 'en', 1000, 15, 150, 1150, '{}', '1x1', now(), now(), case when status in ('paid', 'refunded') then timestamptz '2026-01-02T03:04:05Z' end
    from unnest(array['${statuses.join("','")}']) status;
  insert into payment_attempt (id, order_id, status, amount_halalas, currency, created_at, updated_at, check_at)
    select gen_random_uuid(), id, 'paid', 1150, 'SAR', now(), '2026-01-03T00:00:00Z', case when status = 'pending' then now() end from "order";
  insert into refund (attempt_id, amount_halalas, reason, key, created_at)
    select id, 1150, 'sold-out', 'sold-out:' || id, now() from payment_attempt where order_id = (select id from "order" where status = 'expired');
`;

describeOnDatabase("the migration of payments", (open) => {
  const openMigrated = async () => {
    const database = await open();
    await migrateUpTo(database, "payments");
    await database.executeSql(oldRows);
    await database.migrate("db/migrations");
    return database;
  };

  it("G-03 only payments of orders that were ever paid are settled, at the time of the payment", async () => {
    const database = await openMigrated();
    const { rows } = await database.executeSql(
      `select o.status, p.number, p.method, p.settled_at as at from payment p join "order" o on o.id = p.order_id order by o.id`,
    );
    const card = { number: 1, method: "card", at: null };
    const [paidAt, updatedAt] = [new Date("2026-01-02T03:04:05Z"), new Date("2026-01-03T00:00:00Z")];
    expect(rows).toEqual([
      { status: "pending", ...card },
      { status: "paid", ...card, at: paidAt },
      { status: "failed", ...card },
      { status: "expired", ...card },
      { status: "refunded", ...card, at: paidAt },
      { status: "partially_refunded", ...card, at: updatedAt },
    ]);
    const { rows: refunds } = await database.executeSql(
      "select f.reason, f.status from refund f join payment p on p.id = f.payment_id",
    );
    expect(refunds).toEqual([{ reason: "sold-out", status: "requested" }]);
  });

  it("G-03 an order accepts further payments with new numbers; a payment accepts only one refund for a reason", async () => {
    const database = await openMigrated();
    const insertPayment = (number: number) =>
      database.executeSql(
        `insert into payment (id, order_id, number, amount_halalas, currency, created_at, updated_at)
         select gen_random_uuid(), min(id), ${number}, 1150, 'SAR', now(), now() from "order"`,
      );
    await expect(insertPayment(1)).rejects.toThrow();
    await insertPayment(2);
    await expect(
      database.executeSql(
        "insert into refund (payment_id, amount_halalas, reason, created_at) select payment_id, 1150, reason, now() from refund",
      ),
    ).rejects.toThrow();
    await expect(database.executeSql("update payment set method = 'cash'")).rejects.toThrow();
    // Leaves out not-null constraints. They have names only since PostgreSQL 18, so no migration can rename them.
    const { rows } = await database.executeSql(
      "select relname from pg_class where relname like '%attempt%' union select conname from pg_constraint where conname like '%attempt%' and contype <> 'n'",
    );
    expect(rows).toEqual([]);
  });
});
