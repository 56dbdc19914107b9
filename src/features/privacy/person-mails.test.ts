/** Which emails an erasure reaches: those of the account's id, and those of its confirmed address. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import * as accounts from "#features/people/api.server.ts";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { createCaller, logInAs, sara, type Call } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import * as account from "./api.server.ts";
import { erasePerson } from "./erasure.server.ts";

const table = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/delete-account": account.deleteAccount,
};
const company = "hello@example.com";
const colleague = "owner@example.com";
const guest = "guest@example.com";
const omar = { id: "omar", name: "Omar Ali", email: "omar@example.com" };

describeOnDatabase("the emails of a person", (open) => {
  let ctx: TestCtx;
  let call: Call;
  let othersOrder: number;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ MAIL_FROM: "Nama Health <post@example.com>" }) });
    call = createCaller(ctx, table);
    await ctx.db.insert(staffUsers).values({ id: "o", name: "Huda", email: colleague, role: "owner" });
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    [othersOrder = 0] = await paidOrders(ctx, 1, { runId: run.id, buyer: omar });
    await bookPlace(ctx, { orderId: othersOrder, runId: run.id, seat: 1, name: "Noura Guest", email: guest });
    // Every kind of email that another person's erasure might reach, each once queued and once sent.
    const texts = `Nama Health, ${company}, post@example.com, Noura Guest, ${guest}, ${colleague}, +966500000001`;
    const kinds = [
      { template: "contact-received", to: company, replyTo: guest, props: { name: "Noura Guest", message: texts } },
      { template: "contact-received", to: company, replyTo: omar.email, props: { name: "Omar Ali", message: texts } },
      { template: "contact-confirmed", to: guest, props: { message: texts } },
      {
        template: "attendee-place",
        to: guest,
        props: { orderId: othersOrder, name: "Noura Guest", buyer: "Omar Ali" },
      },
      { template: "order-confirmed", to: omar.email, props: { orderId: othersOrder, name: "Omar Ali", texts } },
      { template: "refund-approval", to: colleague, props: { orderId: othersOrder, buyer: "Omar Ali", texts } },
      { template: "welcome", to: "nora@example.com", props: { name: "Nora" } },
    ];
    await ctx.db.insert(outboxMails).values(
      kinds.flatMap((mail, at) => {
        const row = { ...mail, locale: "en" as const, createdAt: ctx.now() };
        const words = { subject: "Welcome to Nama Health", text: texts, html: `<p>${texts}</p>` };
        return [
          { ...row, key: `other-${at}-waits` },
          { ...row, ...words, key: `other-${at}-sent`, status: "sent" as const },
        ];
      }),
    );
  });
  const listOtherMails = async () =>
    (await ctx.db.select().from(outboxMails).orderBy(outboxMails.id)).filter(({ key }) => key.startsWith("other-"));
  const listOwnMails = async () =>
    (await ctx.db.select().from(outboxMails).orderBy(outboxMails.id)).filter(({ key }) => !key.startsWith("other-"));
  const register = async (values: Partial<typeof sara>) => {
    const person = { ...sara, ...values };
    expect((await call("register", person)).status).toBe(200);
    return logInAs(call, person);
  };
  const confirm = (email: string) => ctx.db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
  const removeAccount = async (token: string) =>
    expect((await call("delete-account", { password: sara.password }, { token })).status).toBe(200);

  it.each([
    ["A-10 a: with the company's address", { email: company }],
    ["A-10 a: with the sender's address", { email: "post@example.com" }],
    ["A-10 b: with the address of someone who wrote, and whom a buyer named", { email: guest }],
    ["A-10 c: with the company's name", { email: "me@example.com", name: "Nama Health" }],
    ["A-10 c: with another's name", { email: "me@example.com", name: "Omar Ali" }],
    ["A-10 d: with a colleague's address", { email: colleague }],
  ])("%s, deleting an unconfirmed account keeps all emails of others", async (_title, values) => {
    const before = await listOtherMails();
    const { token } = await register(values);
    await removeAccount(token);
    expect(await listOtherMails()).toEqual(before);
    expect(await listOwnMails()).toMatchObject([
      { template: "welcome", to: "deleted@deleted.invalid", status: "failed", props: {} },
      { template: "account-deleted", to: values.email },
    ]);
  });

  it.each([
    ["A-10 a", company],
    ["A-10 d", colleague],
  ])("%s: erasing an account with the address of the company or a colleague keeps their emails", async (_id, email) => {
    const before = await listOtherMails();
    const { token } = await register({ email });
    await confirm(email);
    await removeAccount(token);
    const { id } = await register({ email });
    await erasePerson(ctx.asStaff("owner"), { id, email, asked: "By letter", when: "now" });
    expect(await listOtherMails()).toEqual(before);
  });

  it("A-10 b: after confirmation, deletion erases the emails to and from the address, and nothing else", async () => {
    const before = await listOtherMails();
    const { token } = await register({ email: guest, name: "Noura Guest" });
    await confirm(guest);
    await removeAccount(token);
    const after = await listOtherMails();
    const changed = after.filter((mail, at) => JSON.stringify(mail) !== JSON.stringify(before[at]));
    expect(changed.map(({ key, status, to }) => `${key} ${status} ${to}`)).toEqual([
      "other-0-waits failed deleted@deleted.invalid",
      "other-0-sent sent deleted@deleted.invalid",
      "other-2-waits failed deleted@deleted.invalid",
      "other-2-sent sent deleted@deleted.invalid",
      "other-3-waits failed deleted@deleted.invalid",
      "other-3-sent sent deleted@deleted.invalid",
      // Emails about the order that gave them a seat: queued ones lose their text only once they are sent.
      "other-4-waits queued omar@example.com",
      "other-4-sent sent omar@example.com",
      "other-5-waits queued owner@example.com",
      "other-5-sent sent owner@example.com",
    ]);
    const waiting = (key: string) => after.find((mail) => mail.key === key);
    for (const key of ["other-4-waits", "other-5-waits"])
      expect(waiting(key)).toEqual({ ...before.find((mail) => mail.key === key), manner: { forget: true } });
  });

  it("A-10 deleting an unconfirmed account erases its own emails and those about its orders", async () => {
    const { token, id } = await register({ email: "me@example.com" });
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id, buyer: { id, ...sara } });
    const mail = { locale: "en" as const, status: "sent" as const, createdAt: ctx.now(), subject: "-", html: "-" };
    const text = "Booked by Sara Nasser";
    await ctx.db.insert(outboxMails).values([
      { ...mail, key: "confirmed", template: "order-confirmed", to: "former@example.com", props: { orderId }, text },
      { ...mail, key: "letter", template: "buyer-letter", to: "former@example.com", props: { orderId }, text },
      { ...mail, key: "cleared", template: "document-cleared", to: "former@example.com", props: { orderId }, text },
      { ...mail, key: "moved", template: "course-moved", to: "me@example.com", props: { orderId }, text },
      { ...mail, key: "named", template: "attendee-place", to: guest, props: { orderId, buyer: "Sara Nasser" }, text },
      { ...mail, key: "unnamed", template: "attendee-place", to: guest, props: { orderId }, text: "Booked" },
      { ...mail, key: "elsewhere", template: "demo-received", to: company, props: { name: "Sara Nasser" }, text },
    ]);
    await ctx.db
      .update(enrolments)
      .set({ state: "cancelled", endedAt: ctx.now() })
      .where(eq(enrolments.orderId, orderId));
    await removeAccount(token);
    const remaining = new Map((await listOwnMails()).map(({ key, to, text }) => [key, [to, text]]));
    for (const key of ["confirmed", "letter", "cleared", "moved"])
      expect(remaining.get(key)).toEqual(["deleted@deleted.invalid", ""]);
    expect(remaining.get("named")).toEqual([guest, ""]);
    expect(remaining.get("unnamed")).toEqual([guest, "Booked"]);
    expect(remaining.get("elsewhere")).toEqual([company, text]);
  });
});
