import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as accounts from "#features/people/api.server.ts";
import * as profile from "#features/people/profile/api.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { createCaller, logInAs, readOutbox, sara, type Call } from "#test/accounts.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import * as account from "./api.server.ts";

const table = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/me": accounts.me,
  "/api/sessions": profile.sessions,
  "/api/my-data": account.myData,
  "/api/delete-account": account.deleteAccount,
};
const billing = {
  first_name: "Sara",
  last_name: "Nasser",
  phone: "+966500000001",
  address_1: "Palm Street 7",
  address_2: "",
  state: "",
  city: "Riyadh",
  zipcode: "",
};

describeOnDatabase("my data", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;
  let token: string;
  let id: string;

  beforeEach(async () => {
    database = await open();
    ctx = testContext(database);
    call = createCaller(ctx, table);
    await call("register", sara);
    await call("register", { ...sara, email: "other@example.com", name: "Omar Ali" });
    ({ token, id } = await logInAs(call));
  });
  async function createOrder(status: "paid" | "failed" | "expired" | "pending" | "refunded", userId = id) {
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const money = { subTotalHalalas: 10000, taxPercent: 15, taxHalalas: 1500, totalHalalas: 11500 };
    const [created] = await ctx.db
      .insert(orders)
      .values({
        userId,
        status,
        locale: "en",
        ...money,
        billing,
        itemsKey: `${run.id}x1`,
        createdAt: ctx.now(),
        expiresAt: ctx.now(),
      })
      .returning();
    const orderId = created?.id ?? 0;
    await ctx.db
      .insert(orderLines)
      .values({ orderId, runId: run.id, qty: 1, unitPriceHalalas: 10000, slug: "a-course", nameEng: "A course" });
    return orderId;
  }
  const deleteMyAccount = (password: string = sara.password) => call("delete-account", { password }, { token });
  const dump = async () =>
    JSON.stringify(
      await Promise.all(
        [`"user"`, "account", "session", "verification", "outbox_mail", `"order"`].map(
          async (name) => (await database.executeSql(`select * from ${name}`)).rows,
        ),
      ),
    );

  it("row 9 returns all data of the caller, and nothing of others, no password and no token", async () => {
    const other = await logInAs(call, { ...sara, email: "other@example.com" });
    await createOrder("paid", other.id);
    const ownOrder = await createOrder("paid");
    expect((await call("my-data", {}, { token })).status).toBe(403);
    await database.executeSql(`update "user" set email_verified = true where id = $1`, [id]);
    const { status, body, text } = await call("my-data", {}, { token });
    expect(status).toBe(200);
    expect(body["account"]).toMatchObject({
      id,
      name: "Sara Nasser",
      email: "sara@example.com",
      contact_number: "+966500000001",
      scfhs_number: "07RM0012345",
      workplace: "Example Hospital",
      address: "Riyadh",
      profession: "Nurse",
      language: "en",
    });
    expect(body["orders"]).toMatchObject([{ id: ownOrder, total: "115.00", billing }]);
    expect(body["sessions"]).toHaveLength(1);
    for (const foreign of ["Omar", "other@example.com", other.id, "argon2", token, token.split(".")[0] ?? token])
      expect(text).not.toContain(foreign);
    expect((await call("my-data", {})).status).toBe(401);
  });

  it("deletion requires the password, and is rejected while a payment or refund is open", async () => {
    expect((await deleteMyAccount("")).body).toEqual({ password: ["This field is required."] });
    expect((await deleteMyAccount("not my words")).body).toEqual({
      password: ["That password is incorrect. Check it and try again."],
    });
    expect((await call("delete-account", { password: sara.password })).status).toBe(401);
    const pending = await createOrder("pending");
    expect(await deleteMyAccount()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("Try again") },
    });
    await ctx.db.update(orders).set({ status: "refunded" });
    const paymentId = crypto.randomUUID();
    await ctx.db.insert(payments).values({
      id: paymentId,
      orderId: pending,
      status: "paid",
      amountHalalas: 11500,
      currency: "SAR",
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    });
    await ctx.db.insert(refunds).values({ paymentId, amountHalalas: 11500, reason: "sold-out", createdAt: ctx.now() });
    expect((await deleteMyAccount()).status).toBe(409);
    expect((await call("me", {}, { token })).body).toMatchObject({ user: { name: "Sara Nasser" } });
    await ctx.db.update(refunds).set({ status: "done" });
    expect((await deleteMyAccount()).status).toBe(200);
  });

  it("row 11 deletion ends all sessions and keeps only the addresses of invoices; the email can register again", async () => {
    const paid = await createOrder("paid");
    const expired = await createOrder("expired");
    await ctx.db
      .update(outboxMails)
      .set({ status: "captured", html: "Dear Sara Nasser" })
      .where(eq(outboxMails.to, sara.email));
    const second = await logInAs(call);
    expect(await deleteMyAccount()).toMatchObject({ status: 200, body: { message: "Your account has been deleted." } });
    for (const one of [token, second.token]) expect((await call("me", {}, { token: one })).status).toBe(401);
    expect((await call("login", sara)).status).toBe(422);

    const after = Object.fromEntries((await ctx.db.select().from(orders)).map((row) => [row.id, row]));
    expect(after[paid]).toMatchObject({ userId: id, billing, totalHalalas: 11500 });
    expect(Object.values(after[expired]?.billing ?? { none: "?" }).join("")).toBe("");
    await ctx.db.delete(orderLines);
    await ctx.db.delete(orders);
    // Only the farewell email still has the address.
    expect(
      (await readOutbox(ctx)).filter(({ to }) => to === "sara@example.com").map(({ template }) => template),
    ).toEqual(["account-deleted"]);
    await ctx.db.delete(outboxMails).where(eq(outboxMails.template, "account-deleted"));
    const text = await dump();
    expect(text).toContain("Omar Ali");
    for (const personal of ["Sara", "sara@"]) expect(text, personal).not.toContain(personal);

    await queueMail(ctx, {
      key: "later",
      to: (await database.executeSql(`select email from "user" where id = $1`, [id])).rows[0]?.["email"] as string,
      locale: "en",
      template: "welcome",
      props: { name: "Sara", coursesUrl: "https://nama.example/courses" },
    });
    expect((await readOutbox(ctx)).some(({ key }) => key === "later")).toBe(false);
    expect((await call("register", sara)).status).toBe(200);
    expect((await logInAs(call)).id).not.toBe(id);
  });

  it("row 14 deletion removes the account's links", async () => {
    await deleteMyAccount();
    const links = await database.executeSql("select * from verification where value like '%' || $1 || '%'", [id]);
    expect(links.rows).toEqual([]);
    expect((await database.executeSql("select * from account where user_id = $1", [id])).rows).toEqual([]);
  });
});
