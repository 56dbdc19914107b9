import { beforeEach, describe, expect, it } from "vitest";
import { fieldMap } from "#platform/http/fields.server.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import * as api from "./api.server.ts";
import { issueFormToken } from "./form-token.server.ts";
import { programs } from "./programs.ts";
import { contactRequests, demoRequests } from "./tables.server.ts";

const demo = {
  name: "Sara N.",
  email: "Sara@Example.com",
  contact_number: "0500000001",
  workplace: "Example Hospital",
  program: "Risk management",
};
const contact = { name: "Sara N.", email: "sara@example.com" };
const sendDemo = (ctx: TestCtx, body: object = demo) => api.bookDemo.handle(ctx, api.bookDemo.body.parse(body));
const sendContact = (ctx: TestCtx, body: object = contact) => api.contact.handle(ctx, api.contact.body.parse(body));

function problems(
  schema: typeof api.bookDemo.body | typeof api.contact.body,
  body: object,
  locale: "en" | "ar" = "en",
) {
  const parsed = schema.safeParse(body);
  return parsed.success ? {} : fieldMap(parsed.error, locale);
}

describe("the fields of the forms", () => {
  const required = ["This field is required."];

  it("H-05 a demo request requires all five fields, and names every wrong one at once", () => {
    expect(problems(api.bookDemo.body, {})).toEqual({
      name: required,
      email: required,
      contact_number: required,
      workplace: required,
      program: required,
    });
    expect(
      problems(api.bookDemo.body, {
        name: " ",
        email: "x",
        contact_number: "12",
        workplace: "a\nb",
        program: "Something else",
      }),
    ).toEqual({
      name: required,
      email: ["Enter a valid email address."],
      contact_number: ["Enter a valid phone number, for example 05X XXX XXXX."],
      workplace: ["Remove the characters that can’t be used here."],
      program: ["Choose one of the options."],
    });
    expect(problems(api.bookDemo.body, { ...demo, name: "x".repeat(121) })).toEqual({
      name: ["Use 120 characters or fewer."],
    });
    expect(problems(api.bookDemo.body, {}, "ar")["name"]).toEqual(["هذا الحقل مطلوب."]);
  });

  it("H-05 the program must be one of ten", () => {
    expect(programs).toHaveLength(10);
    for (const program of programs) expect(problems(api.bookDemo.body, { ...demo, program }), program).toEqual({});
  });

  it("C-08 a contact request requires name and email only; optional fields must be valid", () => {
    expect(problems(api.contact.body, {})).toEqual({ name: required, email: required });
    expect(problems(api.contact.body, { ...contact, contact_number: "abc", message: "x".repeat(5001) })).toEqual({
      contact_number: ["Enter a valid phone number, for example 05X XXX XXXX."],
      message: ["Use 5000 characters or fewer."],
    });
    for (const empty of [
      {},
      { title: "", contact_number: "", workplace: "", message: "" },
      { title: null, contact_number: null, workplace: null, message: null },
      { message: " \n " },
    ])
      expect(api.contact.body.parse({ ...contact, ...empty })).toMatchObject({
        title: "",
        contact_number: "",
        workplace: "",
        message: "",
      });
  });

  it("hidden fields never cause an error", () => {
    for (const odd of [1, null, [], {}, "x".repeat(5000)])
      expect(problems(api.bookDemo.body, { ...demo, website: odd, token: odd })).toEqual({});
  });
});

describeOnDatabase("contact and demo requests", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
  });
  const queued = () =>
    ctx.db
      .select({
        to: outboxMails.to,
        template: outboxMails.template,
        replyTo: outboxMails.replyTo,
        locale: outboxMails.locale,
      })
      .from(outboxMails)
      .orderBy(outboxMails.id);

  describe("refusals", () => {
    it("a robot that fills the hidden field gets a success; its request is stored as spam, without mail", async () => {
      expect(await sendDemo(ctx, { ...demo, website: "https://spam.example" })).toEqual({
        message: "Your request has been submitted to the admin",
      });
      await sendContact(ctx, { ...contact, website: "x" });
      expect(await ctx.db.select({ spam: demoRequests.spam }).from(demoRequests)).toEqual([{ spam: true }]);
      expect(await ctx.db.select({ spam: contactRequests.spam }).from(contactRequests)).toEqual([{ spam: true }]);
      expect(await queued()).toEqual([]);
    });

    it("a form sent too fast is rejected, and accepted two seconds later", async () => {
      const token = issueFormToken(ctx);
      await expect(sendContact(ctx, { ...contact, token })).rejects.toMatchObject({
        status: 429,
        retryAfterSeconds: 2,
      });
      expect(await ctx.db.$count(contactRequests)).toBe(0);
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 2_000);
      await sendContact(ctx, { ...contact, token });
      expect(await ctx.db.$count(contactRequests)).toBe(1);
    });

    it("limits forms without a valid token to ten an hour per address", async () => {
      const old = issueFormToken(ctx);
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 13 * 60 * 60_000);
      const [payload = ""] = issueFormToken(ctx).split(".");
      const worthless = [undefined, "", "x", `${payload}.${"A".repeat(43)}`, old];
      for (let nth = 0; nth < limits.formPerAddress.max; nth++)
        await sendContact(ctx, { ...contact, token: worthless[nth % worthless.length] });
      await expect(sendContact(ctx)).rejects.toMatchObject({ status: 429 });
      await sendContact({ ...ctx, address: "127.0.0.2" } as TestCtx);
      expect(await ctx.db.$count(contactRequests)).toBe(limits.formPerAddress.max + 1);
    });

    it("a token allows more per address, but only a few forms per token", async () => {
      const tokens = Array.from({ length: limits.tokenFormPerAddress.max + 1 }, () => issueFormToken(ctx));
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 5_000);
      for (let nth = 0; nth < limits.formPerToken.max; nth++)
        await sendContact({ ...ctx, address: `10.0.0.${nth}` } as TestCtx, { ...contact, token: tokens[0] });
      await expect(
        sendContact({ ...ctx, address: "10.0.0.99" } as TestCtx, { ...contact, token: tokens[0] }),
      ).rejects.toMatchObject({ status: 429 });
      for (const token of tokens.slice(1)) await sendContact(ctx, { ...contact, token });
      await expect(
        sendContact(ctx, {
          ...contact,
          token: issueFormToken({ ...ctx, now: () => new Date(ctx.clock.now.getTime() - 5_000) }),
        }),
      ).rejects.toMatchObject({ status: 429 });
    });

    it("limits confirmations to a mailbox per day, but mails every request to the company", async () => {
      for (let nth = 0; nth < limits.formMailPerMailbox.max + 2; nth++)
        await sendContact({ ...ctx, address: `10.0.0.${nth}` } as TestCtx);
      const all = await queued();
      expect(all.filter(({ template }) => template === "contact-confirmed")).toHaveLength(
        limits.formMailPerMailbox.max,
      );
      expect(all.filter(({ template }) => template === "contact-received")).toHaveLength(
        limits.formMailPerMailbox.max + 2,
      );
    });

    it("F-06 counts spellings of a mailbox as one, for contact and demo, and mails the address as typed", async () => {
      const tries = limits.formMailPerMailbox.max;
      const confirmed = async (template: string) =>
        (await queued()).filter((mail) => mail.template === template).map(({ to }) => to);
      const tagged = Array.from({ length: tries + 2 }, (_, nth) => `victim+${nth}@example.com`);
      for (const [nth, email] of tagged.entries()) {
        await sendContact({ ...ctx, address: `10.0.0.${nth}` } as TestCtx, { ...contact, email });
        await sendDemo({ ...ctx, address: `10.0.1.${nth}` } as TestCtx, { ...demo, email });
      }
      expect(await confirmed("contact-confirmed")).toEqual(tagged.slice(0, tries));
      expect(await confirmed("demo-confirmed")).toEqual(tagged.slice(0, tries));
      for (const [nth, email] of [
        "s.ara@gmail.com",
        "sa.ra@gmail.com",
        "sara+x@googlemail.com",
        "s.a.r.a@gmail.com",
      ].entries())
        await sendContact({ ...ctx, address: `10.0.2.${nth}` } as TestCtx, { ...contact, email });
      expect((await confirmed("contact-confirmed")).filter((to) => to.endsWith("mail.com"))).toHaveLength(tries);
    });

    it("does not store a request whose mail cannot be queued", async () => {
      await ctx.database.executeSql("alter table outbox_mail rename to away");
      await expect(sendDemo(ctx)).rejects.toThrow();
      await ctx.database.executeSql("alter table away rename to outbox_mail");
      expect(await ctx.db.$count(demoRequests)).toBe(0);
    });
  });

  it("H-05 a demo request is stored, mailed to the company and confirmed in the sender's language", async () => {
    expect(await sendDemo({ ...ctx, locale: "ar" } as TestCtx, { ...demo, contact_number: "٠٥٠٠٠٠٠٠٠١" })).toEqual({
      message: "تم إرسال طلبك إلى الإدارة",
    });
    const [row] = await ctx.db.select().from(demoRequests);
    expect(row).toEqual({
      id: expect.any(Number),
      name: "Sara N.",
      email: "sara@example.com",
      contactNumber: "+966500000001",
      workplace: "Example Hospital",
      program: "Risk management",
      locale: "ar",
      spam: false,
      createdAt: ctx.clock.now,
    });
    expect(await queued()).toEqual([
      { to: "hello@example.com", template: "demo-received", replyTo: "sara@example.com", locale: "ar" },
      { to: "sara@example.com", template: "demo-confirmed", replyTo: null, locale: "ar" },
    ]);
  });

  it("C-08 a contact request is stored, mailed and confirmed too", async () => {
    expect(await sendContact(ctx, { ...contact, title: "Nurse", workplace: "Ward 4", message: "One\nTwo" })).toEqual({
      message: "Your request has been submitted to the admin",
    });
    const [row] = await ctx.db.select().from(contactRequests);
    expect(row).toMatchObject({
      name: "Sara N.",
      email: "sara@example.com",
      title: "Nurse",
      workplace: "Ward 4",
      message: "One\nTwo",
      contactNumber: "",
      spam: false,
      locale: "en",
    });
    expect((await queued()).map(({ to, template }) => [to, template])).toEqual([
      ["hello@example.com", "contact-received"],
      ["sara@example.com", "contact-confirmed"],
    ]);
  });
});
