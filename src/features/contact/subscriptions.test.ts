import { createHash } from "node:crypto";
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { limits } from "#platform/rate-limit.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { m } from "#messages";
import * as api from "./api.server.ts";
import {
  confirmSubscription,
  isNewsletterLinkGood,
  newsletterLinks,
  unsubscribe,
  oneClickUnsubscribe,
} from "./subscriptions.server.ts";
import { confirmWithinDays, consentVersion } from "./subscriptions.ts";
import { newsletterSubscriptions as table } from "./tables.server.ts";

const day = 86_400_000;

it("a changed consent text requires a new consent version", () => {
  const words = (["en", "ar"] as const).map((locale) => m.enquiries_newsletter_consent({}, { locale })).join("\n");
  expect([consentVersion, createHash("sha256").update(words).digest("hex").slice(0, 12)]).toEqual([
    "2",
    "ea6a589c336a",
  ]);
});

describeOnDatabase("the newsletter", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1", BASE_URL: "https://nama.example" }) });
  });
  const signUp = (body: object = { email: "Sara@Example.com", source: "/news" }, more: Partial<TestCtx> = {}) =>
    api.emailSubscribe.handle({ ...ctx, ...more }, api.emailSubscribe.body.parse(body));
  const advanceClock = (ms: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + ms));
  const rows = () => ctx.db.select().from(table).orderBy(table.createdAt);
  const queued = async () =>
    (await ctx.db.select({ template: outboxMails.template }).from(outboxMails).orderBy(outboxMails.id)).map(
      ({ template }) => template,
    );
  /** Returns the token in the links of the newest subscription. */
  async function readToken(): Promise<string> {
    const [row] = (await rows()).slice(-1);
    if (!row) throw new Error("no one has subscribed");
    return newsletterLinks(ctx, row).confirmUrl.split("/").at(-1) ?? "";
  }

  describe("refusals", () => {
    it("C-11 rejects an invalid email at its field", () => {
      for (const email of ["", "   ", "x", "a@b", "a@b.example, c@d.example", undefined, null, 1])
        expect(api.emailSubscribe.body.safeParse({ email }).success, String(email)).toBe(false);
    });

    it("a robot gets a success, and nothing is stored", async () => {
      expect(await signUp({ email: "sara@example.com", website: "x" })).toEqual({ message: "Subscribed successfully" });
      expect(await rows()).toEqual([]);
      expect(await queued()).toEqual([]);
    });

    it("rejects an invalid token", async () => {
      await signUp();
      const right = await readToken();
      const [row] = await rows();
      for (const wrong of ["", "x", right.slice(1), `${right}A`, row?.id ?? "", row?.tokenHash ?? "", "a\0b"]) {
        await expect(confirmSubscription(ctx, { token: wrong }), wrong).rejects.toMatchObject({
          status: 404,
          message: "This link is no longer valid.",
        });
        await expect(unsubscribe(ctx, { token: wrong }), wrong).rejects.toMatchObject({ status: 404 });
      }
      expect(await rows()).toMatchObject([{ confirmedAt: null, unsubscribedAt: null }]);
    });

    it("U-24 an unconfirmed consent expires, and is deleted when the next one arrives", async () => {
      await signUp();
      const late = await readToken();
      advanceClock(confirmWithinDays * day);
      expect(await isNewsletterLinkGood(ctx, { verb: "confirm", token: late })).toBe(false);
      await expect(confirmSubscription(ctx, { token: late })).rejects.toMatchObject({ status: 404 });
      await signUp({ email: "other@example.com" });
      expect((await rows()).map(({ email }) => email)).toEqual(["other@example.com"]);
    });

    it("an old link cannot confirm a withdrawn consent", async () => {
      await signUp();
      const old = await readToken();
      await unsubscribe(ctx, { token: old });
      await expect(confirmSubscription(ctx, { token: old })).rejects.toMatchObject({ status: 404 });
    });
  });

  it("C-11 stores the consent with text, version, source, language and time, and mails a confirmation link", async () => {
    expect(await signUp(undefined, { locale: "ar" })).toEqual({ message: "تم الاشتراك بنجاح" });
    expect(await rows()).toEqual([
      {
        id: expect.any(String),
        email: "sara@example.com",
        consentText: m.enquiries_newsletter_consent({}, { locale: "ar" }),
        consentVersion,
        source: "/news",
        locale: "ar",
        createdAt: ctx.clock.now,
        confirmedAt: null,
        unsubscribedAt: null,
        tokenHash: expect.any(String),
      },
    ]);
    const [mail] = await ctx.db.select().from(outboxMails);
    const secret = await readToken();
    expect(mail).toMatchObject({
      to: "sara@example.com",
      template: "newsletter-confirm",
      locale: "ar",
      unsubscribeUrl: `https://nama.example/ar/newsletter/unsubscribe/${secret}`,
      props: { confirmUrl: `https://nama.example/ar/newsletter/confirm/${secret}` },
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it("C-11 U-24 subscribing twice gives the same response and one row; mails again only while unconfirmed", async () => {
    const first = await signUp();
    advanceClock(60_000);
    expect(await signUp({ email: "sara@example.com", source: "/" })).toEqual(first);
    expect(await rows()).toMatchObject([{ source: "/", createdAt: ctx.clock.now }]);
    for (const verb of ["confirm", "unsubscribe"] as const) {
      expect(await isNewsletterLinkGood(ctx, { verb, token: await readToken() })).toBe(true);
      expect(await isNewsletterLinkGood(ctx, { verb, token: "x" })).toBe(false);
    }
    await confirmSubscription(ctx, { token: await readToken() });
    expect(await signUp()).toEqual(first);
    expect(await queued()).toEqual(["newsletter-confirm", "newsletter-confirm", "newsletter-welcome"]);
  });

  it("many requests at once make one subscription", async () => {
    await Promise.all(Array.from({ length: 8 }, () => signUp()));
    expect(await rows()).toHaveLength(1);
  });

  it("mails a mailbox at most a few times a day, with the same response", async () => {
    for (let nth = 0; nth < limits.formMailPerMailbox.max + 2; nth++, advanceClock(1))
      expect(await signUp()).toEqual({ message: "Subscribed successfully" });
    expect(await queued()).toHaveLength(limits.formMailPerMailbox.max);
  });

  it("F-06 counts other spellings of a mailbox as one, and mails the address as typed", async () => {
    const tries = limits.formMailPerMailbox.max;
    const tagged = Array.from({ length: tries + 2 }, (_, nth) => `victim+${nth}@example.com`);
    for (const email of tagged)
      expect(await signUp({ email, source: "/" })).toEqual({ message: "Subscribed successfully" });
    expect(
      (await ctx.db.select({ to: outboxMails.to }).from(outboxMails).orderBy(outboxMails.id)).map(({ to }) => to),
    ).toEqual(tagged.slice(0, tries));
  });

  it("confirms and welcomes once, however often the link is used", async () => {
    await signUp();
    const link = { token: await readToken() };
    expect(await api.newsletterConfirm.handle(ctx, link)).toEqual({ message: "Your subscription is confirmed." });
    const confirmedAt = ctx.clock.now;
    advanceClock(100 * day);
    await confirmSubscription(ctx, link);
    expect(await rows()).toMatchObject([{ confirmedAt }]);
    expect(await queued()).toEqual(["newsletter-confirm", "newsletter-welcome"]);
  });

  it("can unsubscribe repeatedly and keeps proof of the old consent; an old link ends a later subscription too", async () => {
    await signUp();
    const old = { token: await readToken() };
    await confirmSubscription(ctx, old);
    expect(await api.newsletterUnsubscribe.handle(ctx, old)).toEqual({ message: "You’ve been unsubscribed." });
    const unsubscribedAt = ctx.clock.now;
    advanceClock(1000);
    await unsubscribe(ctx, old);
    await signUp();
    expect(await rows()).toMatchObject([{ unsubscribedAt }, { unsubscribedAt: null, confirmedAt: null }]);
    await unsubscribe(ctx, old);
    expect(await rows()).toMatchObject([{ unsubscribedAt }, { unsubscribedAt: ctx.clock.now }]);
  });

  it("a mail program can unsubscribe by RFC 8058; other posts are rejected", async () => {
    await signUp();
    const app = new Hono();
    oneClickUnsubscribe(app, async () => ctx);
    const post = async (path: string, body: string, type = "application/x-www-form-urlencoded") =>
      (
        await app.request(path, {
          method: "POST",
          body,
          headers: { "content-type": type, "content-length": String(body.length) },
        })
      ).status;
    const path = `/newsletter/unsubscribe/${await readToken()}`;
    expect(await post(path, "a=b")).toBe(400);
    expect(await post(path, "")).toBe(400);
    expect(await post(path, `List-Unsubscribe=One-Click&${"x".repeat(3000)}`)).toBe(400);
    expect(await post("/newsletter/unsubscribe/x", "List-Unsubscribe=One-Click")).toBe(404);
    expect(await rows()).toMatchObject([{ unsubscribedAt: null }]);
    expect(await post(path, "List-Unsubscribe=One-Click")).toBe(200);
    expect(await rows()).toMatchObject([{ unsubscribedAt: ctx.clock.now }]);
    expect(
      await post(
        `/ar${path}`,
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
        "multipart/form-data; boundary=b",
      ),
    ).toBe(200);
  });
});
