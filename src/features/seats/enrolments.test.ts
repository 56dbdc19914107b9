/** What the database itself guarantees about seats, in plain SQL without our locks. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { isCheckViolation, isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { openTwoPools, type TwoPools } from "#test/two-pools.ts";

const at = "2026-12-01T10:00:00Z";

/** Creates an order line of a run without seats, and returns their ids. The order's own seats are in another run. */
async function makeLine(ctx: TestCtx, capacity: number): Promise<{ runId: number; lineId: number; orderId: number }> {
  const [orderId = 0] = await paidOrders(ctx, 1);
  const runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity })).id;
  const { rows } = await ctx.database.executeSql(
    "insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng) values ($1, $2, 9, 100, 'x', 'X') returning id",
    [orderId, runId],
  );
  return { runId, orderId, lineId: (rows[0] as { id: number }).id };
}

type Line = Awaited<ReturnType<typeof makeLine>>;

/** Holds seats `first` to `last` of a line, written at `at`. */
const holdSeats = (
  { executeSql }: Pick<TestDatabase, "executeSql">,
  { lineId, orderId, runId }: Line,
  [first, last]: [number, number],
  until = "2026-12-01T10:15:00Z",
) =>
  executeSql(
    `insert into enrolment (order_line_id, order_id, run_id, seat, state, held_until, created_at)
     select $1, $2, $3, seat, 'held', $4::timestamptz, $5::timestamptz from generate_series($6::int, $7::int) seat`,
    [lineId, orderId, runId, until, at, first, last],
  );

const confirm = (database: Pick<TestDatabase, "executeSql">, { runId }: Line, seats: number[], when = at) =>
  database.executeSql(
    "update enrolment set state = 'confirmed', confirmed_at = $1, ended_at = null where run_id = $2 and seat = any($3)",
    [when, runId, seats],
  );

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const isOversold = (error: unknown) => isCheckViolation(error, "enrolment_within_capacity");

describeOnDatabase("G-01 the enrolment table", (open) => {
  let ctx: TestCtx;
  let line: Line;
  const readSold = async () =>
    (await ctx.database.executeSql("select seats_sold from course_run where id = $1", [line.runId])).rows[0]?.[
      "seats_sold"
    ];
  const setState = (state: string, seats: number[]) =>
    ctx.database.executeSql(
      "update enrolment set state = $1, ended_at = $2::timestamptz where run_id = $3 and seat = any($4)",
      [state, at, line.runId, seats],
    );

  beforeEach(async () => {
    ctx = testContext(await open());
    line = await makeLine(ctx, 3);
  });

  it("G-01 rejects a seat beyond the capacity: held, confirmed late, or held longer", async () => {
    expect(isOversold(await catchError(holdSeats(ctx.database, line, [1, 4])))).toBe(true);
    await holdSeats(ctx.database, line, [1, 1], "2026-12-01T10:00:00Z");
    await holdSeats(ctx.database, line, [2, 4]);
    // By the statements' clock the first hold is over: neither extending it nor a late payment finds a seat.
    const longer = ctx.database.executeSql(
      "update enrolment set held_until = '2026-12-01T10:20:00Z' where run_id = $1 and seat = 1",
      [line.runId],
    );
    expect(isOversold(await catchError(longer))).toBe(true);
    expect(isOversold(await catchError(confirm(ctx.database, line, [1])))).toBe(true);
    await confirm(ctx.database, line, [2, 3, 4]);
    expect(isCheckViolation(await catchError(confirm(ctx.database, line, [1])), "run_never_oversold")).toBe(true);
    expect(await readSold()).toBe(3);
  });

  it("G-01 rejects a second confirmed seat of a person in a run, upper case in an email, and an incomplete attendee", async () => {
    const [first = 0, second = 0] = await paidOrders(ctx, 2, { runId: line.runId });
    const attendee = { runId: line.runId, seat: 1, name: "Huda Salem", email: "huda@example.com" };
    await bookPlace(ctx, { ...attendee, orderId: first });
    const again = await catchError(bookPlace(ctx, { ...attendee, orderId: second }));
    expect(isUniqueViolation(again, "enrolment_one_seat_per_person")).toBe(true);
    const upper = await catchError(bookPlace(ctx, { ...attendee, orderId: second, email: "Huda@example.com" }));
    expect(isCheckViolation(upper, "enrolment_email_lower_case")).toBe(true);
    const nameless = ctx.database.executeSql("update enrolment set attendee_name = null where order_id = $1", [first]);
    expect(isCheckViolation(await catchError(nameless), "enrolment_attendee_whole")).toBe(true);
  });

  it("G-01 rejects deleting a seat, and a second row for it", async () => {
    await holdSeats(ctx.database, line, [1, 1]);
    const deletion = await catchError(ctx.database.executeSql("delete from enrolment where run_id = $1", [line.runId]));
    expect(isCheckViolation(deletion, "enrolment_stays")).toBe(true);
    expect(isUniqueViolation(await catchError(holdSeats(ctx.database, line, [1, 1])))).toBe(true);
  });

  it("G-01 keeps the run's counter correct after every transition, also for several runs and rows at once", async () => {
    const other = await makeLine(ctx, 5);
    await holdSeats(ctx.database, line, [1, 3]);
    expect(await readSold()).toBe(0);
    await confirm(ctx.database, line, [1, 2]);
    expect(await readSold()).toBe(2);
    await setState("cancelled", [1, 3]);
    expect(await readSold()).toBe(1);
    await setState("transferred", [2]);
    expect(await readSold()).toBe(0);
    // A late payment confirms the seat that was never confirmed.
    await confirm(ctx.database, line, [3]);
    expect(await readSold()).toBe(1);
    await holdSeats(ctx.database, other, [1, 2]);
    await ctx.database.executeSql(
      "update enrolment set state = case state when 'held' then 'confirmed' else 'cancelled' end, confirmed_at = $1::timestamptz, ended_at = case state when 'held' then null else $1::timestamptz end where run_id in ($2, $3) and state in ('held', 'confirmed')",
      [at, line.runId, other.runId],
    );
    const { rows } = await ctx.database.executeSql(
      "select seats_sold as sold from course_run where id in ($1, $2) order by id",
      [line.runId, other.runId],
    );
    expect(rows).toEqual([{ sold: 0 }, { sold: 2 }]);
  });
});

describe("G-01 two connections at once (postgres)", () => {
  const seats = [1, 2, 3, 4, 5, 6, 7, 8];
  let pools: TwoPools;
  beforeAll(async () => {
    pools = await openTwoPools();
  });
  afterAll(() => pools.close());

  /**
   * Runs eight statements on two pools, each for another seat of a run with a capacity of two, without locking the run.
   * Returns how many seats are held, how many statements were refused as oversold, and other errors.
   */
  async function race(): Promise<{ held: number; refused: number; other: unknown[] }> {
    const line = await makeLine(testContext(pools.first), 2);
    const results = await Promise.all(
      seats.map((seat) => catchError(holdSeats(seat % 2 ? pools.first : pools.second, line, [seat, seat]))),
    );
    const errors = results.filter((error) => error !== undefined);
    const { rows } = await pools.first.executeSql("select count(*)::int as held from enrolment where run_id = $1", [
      line.runId,
    ]);
    return {
      held: (rows[0] as { held: number }).held,
      refused: errors.filter(isOversold).length,
      other: errors.filter((error) => !isOversold(error)),
    };
  }

  it("G-01 never hold more seats than there are, and never deadlock", async () => {
    for (let n = 0; n < 10; n++) expect(await race()).toEqual({ held: 2, refused: 6, other: [] });
  });

  it("negative control: without the trigger, all eight seats are held", async () => {
    await pools.first.executeSql("alter table enrolment disable trigger enrolment_inserted");
    expect(await race()).toEqual({ held: 8, refused: 0, other: [] });
    await pools.first.executeSql("alter table enrolment enable trigger enrolment_inserted");
  });

  it("negative control: a trigger that counts without locking the run oversells", async () => {
    const { rows } = await pools.first.executeSql(
      "select pg_get_functiondef('enrolment_count'::regproc) as definition",
    );
    const { definition } = rows[0] as { definition: string };
    // The sleep delays the commit, as a transaction with more to do would.
    const waitless = definition
      .replace('perform from course_run r where r.id = "run" for no key update;', "null;")
      .replace(/end\s+\$function\$/, "perform pg_sleep(0.05); end $function$");
    expect(waitless).not.toBe(definition);
    await pools.first.executeSql(waitless);
    let maxHeld = 0;
    for (let n = 0; n < 10 && maxHeld <= 2; n++) maxHeld = Math.max(maxHeld, (await race()).held);
    await pools.first.executeSql(definition);
    expect(maxHeld).toBeGreaterThan(2);
  });
});
