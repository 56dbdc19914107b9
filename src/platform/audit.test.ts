/** The audit log: written in the transaction of its change, append-only, and blanked by erasure (P-04, P-16). */
import { asc, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { audit, eraseFromAudit } from "./audit.server.ts";
import { inTransaction } from "./context.server.ts";
import { getSqlState } from "./db/sql-errors.server.ts";
import { auditEvents } from "./tables.server.ts";

describeOnDatabase("the audit log", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open(), { requestId: "request-1" });
    await inTransaction(ctx.asStaff("owner"), (ctx) =>
      audit(
        ctx,
        {
          action: "person.changed",
          entity: "person",
          entityId: "sara",
          before: { email: "a@example.com", role: "x" },
          after: { email: "b@example.com", role: "y", billing: { city: "Riyadh", zip: "12345" } },
          personal: { of: "sara", paths: ["before.email", "after.email", "after.billing.city", "after.phone"] },
        },
        { action: "order.paid", entity: "order", entityId: 1001, after: { status: "paid", amountHalalas: 5 } },
      ),
    );
  });
  const events = () => ctx.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
  const getRefusal = (statement: string) =>
    ctx.db.execute(sql.raw(statement)).then(
      () => null,
      (error: unknown) => getSqlState(error),
    );

  it("P-04 the database rejects every change and deletion", async () => {
    const before = await events();
    for (const statement of [
      "delete from audit_event",
      "delete from audit_event where entity = 'order'",
      "truncate audit_event",
      "update audit_event set actor_name = 'someone else'",
      "update audit_event set at = now()",
      "update audit_event set action = 'order.failed' where entity = 'order'",
      `update audit_event set after = '{"status":"paid","amountHalalas":null}' where entity = 'order'`,
      `update audit_event set after = null where entity = 'order'`,
      `update audit_event set personal_paths = '{after.amountHalalas}' where entity = 'order'`,
      `update audit_event set personal_paths = '{after.amountHalalas}', after = '{"status":"paid","amountHalalas":null}' where entity = 'order'`,
      // Blanking only some of the fields that an erasure blanks is a change too.
      `update audit_event set after = jsonb_set(after, '{email}', 'null') where entity = 'person'`,
      `update audit_event set after = jsonb_set(after, '{role}', 'null') where entity = 'person'`,
    ])
      expect(await getRefusal(statement), statement).toBe("23001");
    expect(await events()).toEqual(before);
  });

  it("rejects an event outside a transaction, and rolls it back with its transaction", async () => {
    const event = { action: "run.moved", entity: "run", entityId: 1 };
    await expect(audit(ctx, event)).rejects.toThrow("in the transaction of its change");
    const failing = inTransaction(ctx, async (ctx) => {
      await audit(ctx, event);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await events()).toHaveLength(2);
  });

  it("P-04 stores actor, action, before, after, time and request", async () => {
    expect((await events())[1]).toEqual({
      id: expect.any(Number),
      at: ctx.now(),
      actorKind: "staff",
      actorId: "staff-owner",
      actorName: "Staff owner",
      action: "order.paid",
      entity: "order",
      entityId: "1001",
      before: null,
      after: { status: "paid", amountHalalas: 5 },
      personalOf: null,
      personalPaths: [],
      requestId: "request-1",
    });
  });

  it("P-16 erasure blanks only the person's fields of an event, and can be repeated", async () => {
    const [event, other] = await events();
    for (let n = 0; n < 2; n++) await inTransaction(ctx, (ctx) => eraseFromAudit(ctx, "sara"));
    await inTransaction(ctx, (ctx) => eraseFromAudit(ctx, "somebody else"));
    expect(await events()).toEqual([
      {
        ...event,
        before: { email: null, role: "x" },
        after: { email: null, role: "y", billing: { city: null, zip: "12345" } },
      },
      other,
    ]);
  });

  it("stores learners by id without a name", async () => {
    const event = { action: "order.expired", entity: "order", entityId: 1 };
    const learner = ctx.as({ id: "u1", name: "Sara N.", email: "sara@example.com" });
    await inTransaction(learner, (ctx) => audit(ctx, event));
    expect((await events())[2]).toMatchObject({ actorKind: "learner", actorId: "u1", actorName: null });
  });
});
