/** The migration of attendee states: rows with the former values keep their meaning. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnBothDatabases } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";

const folder = "db/migrations";
const file = readdirSync(folder).find((name) => name.endsWith("_attendee_states.sql")) ?? "";
const statements = readFileSync(`${folder}/${file}`, "utf8").split("--> statement-breakpoint");

describeOnBothDatabases("the migration of attendee states", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  const insert = (seat: number, email: string, state: string) =>
    ctx.database.executeSql(
      "insert into attendee (order_id, run_id, seat, name, email, scfhs_number, state) values ($1, $2, $3, 'Sara N.', $4, '', $5)",
      [orderId, runId, seat, email, state],
    );
  const migrate = async () => {
    for (const statement of statements) await ctx.database.executeSql(statement);
  };

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    orderId = (await paidOrders(ctx, 1, { runId }))[0] ?? 0;
    await ctx.database.executeSql("delete from attendee");
    await ctx.database.executeSql('drop index "attendee_run_id_email_index"');
    await ctx.database.executeSql(
      "create unique index \"attendee_run_id_email_index\" on attendee (run_id, email) where state = 'booked'",
    );
  });

  it("turns asked, booked and returned into pending, confirmed and cancelled, once and again", async () => {
    for (const [at, state] of ["asked", "booked", "returned", "booked"].entries())
      await insert(at + 1, `person-${at}@example.com`, state);
    const states = async () =>
      (await ctx.database.executeSql("select state from attendee order by seat")).rows.map(({ state }) => state);
    await migrate();
    expect(await states()).toEqual(["pending", "confirmed", "cancelled", "confirmed"]);
    await migrate();
    expect(await states()).toEqual(["pending", "confirmed", "cancelled", "confirmed"]);
  });

  it("keeps one confirmed seat per person per run, and any number of others", async () => {
    await insert(1, "sara@example.com", "booked");
    await insert(2, "sara@example.com", "returned");
    await migrate();
    await insert(3, "sara@example.com", "pending");
    await expect(insert(4, "sara@example.com", "confirmed")).rejects.toThrow();
  });
});
