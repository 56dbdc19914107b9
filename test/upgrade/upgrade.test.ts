/** A database written by commit 90665c7 is migrated to today's schema without loss (README.md of this folder). */
import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { verifyDocuments } from "#features/invoices/verify-documents.server.ts";
import { runSqlOn, type Database } from "#platform/db/database.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { migrateUpTo } from "#test/older-database.ts";

type Tables = Record<string, Record<string, unknown>[]>;
const dump = JSON.parse(readFileSync("test/upgrade/orders-of-90665c7.json", "utf8")) as Tables;

async function loadDump(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    // Switches foreign keys off, because the tables come in the order of their names. The dumped database checked them.
    await tx.execute("set local session_replication_role = replica");
    for (const [table, rows] of Object.entries(dump)) {
      await tx.execute(`delete from "${table}"`);
      const columns = Object.keys(rows[0] ?? {})
        .map((name) => `"${name}"`)
        .join(", ");
      await runSqlOn(tx)(
        `insert into "${table}" (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
        [JSON.stringify(rows)],
      );
    }
  });
}

const queryValues = async (database: Database, query: string) =>
  (await database.executeSql(query)).rows.map((row) => Object.values(row).join(" "));

describeOnDatabase("a database of 90665c7", (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    await migrateUpTo(database, "_foreign_payments");
    await loadDump(database);
  });

  it("G-04 keeps every order with its seats, people, payments and documents", async () => {
    const seats = `select r.id, r.seats_sold from course_run r order by r.id`;
    const orders = `select id, status, reason, total_halalas, paid_at from "order" order by id`;
    const documents = "select number, hash, total_halalas from tax_document order by counter";
    const before = { seats: await queryValues(database, seats), documents: await queryValues(database, documents) };
    const ordersBefore = await queryValues(database, orders);
    const soldBefore = await queryValues(
      database,
      "select order_id, run_id, sum(qty) from seat_hold where state = 'sold' group by 1, 2 order by 1, 2",
    );
    const attendeesBefore = await queryValues(
      database,
      "select order_id, run_id, seat, name, lower(email), scfhs_number, user_id from attendee order by 1, 2, 3",
    );
    const paymentsBefore = await queryValues(
      database,
      "select id, order_id, status, amount_halalas, refunded_halalas, card_masked from payment_attempt order by id",
    );
    expect(soldBefore.length).toBeGreaterThan(3);
    expect(attendeesBefore.length).toBeGreaterThan(3);
    await database.migrate("db/migrations");
    expect({ seats: await queryValues(database, seats), documents: await queryValues(database, documents) }).toEqual(
      before,
    );
    expect(
      await queryValues(
        database,
        "select order_id, run_id, count(*) from enrolment where state = 'confirmed' group by 1, 2 order by 1, 2",
      ),
    ).toEqual(soldBefore);
    expect(
      await queryValues(
        database,
        `select order_id, run_id, seat, attendee_name, attendee_email, scfhs_number, user_id from enrolment
         where attendee_name is not null order by 1, 2, 3`,
      ),
    ).toEqual(attendeesBefore);
    expect(
      await queryValues(
        database,
        `select id, order_id, status, amount_halalas, refunded_halalas, card_masked from payment
         where method = 'card' and number = 1 order by id`,
      ),
    ).toEqual(paymentsBefore);
    // 0007_foreign_payments: refunding money that bought nothing does not make an order refunded. The order gets the
    // status that it had without this payment (F-10).
    const neverPaid = new Map([
      ["1011 refunded mismatch 276000 ", "1011 failed mismatch 276000 "],
      ["1013 refunded sold-out 276000 ", "1013 expired sold-out 276000 "],
    ]);
    expect(await queryValues(database, orders)).toEqual(ordersBefore.map((order) => neverPaid.get(order) ?? order));
  });

  it("G-04 verifies the chain of invoices and credit notes, and detects changed and missing ones", async () => {
    await database.migrate("db/migrations");
    const ctx = testContext(database);
    const documents = dump["tax_document"]?.length ?? 0;
    expect(documents).toBeGreaterThan(10);
    expect(await verifyDocuments(ctx)).toEqual({ documents, faults: [] });

    const spoil = (statement: string) =>
      database.transaction(async (tx) => {
        await tx.execute("set local session_replication_role = replica");
        await tx.execute(statement);
      });
    const findFaults = async () => (await verifyDocuments(ctx)).faults.map(({ fault }) => fault);
    await spoil('update tax_document set buyer = buyer || \'{"name": "Another"}\' where counter = 3');
    expect(await findFaults()).toEqual(["changed"]);
    await spoil("delete from tax_document where counter = 3");
    expect(await findFaults()).toEqual(expect.arrayContaining(["missing", "unchained"]));
  });
});
