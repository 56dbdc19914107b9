import { expect, it } from "vitest";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { registerNote, sendMails } from "#test/mail-server.ts";
import { queueMail } from "./outbox.server.ts";
import { deleteOldMails, mailDays } from "./erase-mails.server.ts";
import { outboxMails } from "./tables.server.ts";
import { closeTransport } from "./transport.server.ts";

registerNote();
const day = 24 * 60 * 60 * 1000;
const queue = (ctx: TestCtx, key: string) =>
  queueMail(ctx, { key, to: "sara@example.com", locale: "en", template: "note", props: { title: key, body: "Body" } });
const readRemainingKeys = async (ctx: TestCtx) =>
  (await ctx.db.select({ key: outboxMails.key }).from(outboxMails).orderBy(outboxMails.id)).map(({ key }) => key);
const advanceClock = (ctx: TestCtx, ms: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + ms));

describeOnDatabase("retention of mails", (open) => {
  it("keeps a queued mail of any age; deletes an old mail that failed", async () => {
    const ctx = testContext(await open(), { env: testEnv({ SMTP_URL: "smtp://127.0.0.1:1" }) });
    await queue(ctx, "waits");
    await sendMails(ctx);
    await closeTransport();
    advanceClock(ctx, 10 * mailDays * day);
    await deleteOldMails(ctx);
    expect(await readRemainingKeys(ctx)).toEqual(["waits"]);
    await ctx.db.update(outboxMails).set({ status: "failed" });
    await deleteOldMails(ctx);
    expect(await readRemainingKeys(ctx)).toEqual([]);
  });

  it("deletes a mail exactly when it is older than the limit", async () => {
    const ctx = testContext(await open());
    await queue(ctx, "older");
    advanceClock(ctx, 1);
    await queue(ctx, "younger");
    await sendMails(ctx);
    advanceClock(ctx, mailDays * day);
    await deleteOldMails(ctx);
    expect(await readRemainingKeys(ctx)).toEqual(["younger"]);
    advanceClock(ctx, 1);
    await deleteOldMails(ctx);
    expect(await readRemainingKeys(ctx)).toEqual([]);
  });

  it("deletes more than a thousand mails, also when two jobs run at once", async () => {
    const ctx = testContext(await open());
    const createdAt = ctx.now();
    await ctx.db.insert(outboxMails).values(
      Array.from({ length: 1201 }, (_, n) => ({
        key: `note:${n}`,
        to: "sara@example.com",
        locale: "en" as const,
        template: "note",
        props: {},
        status: "sent" as const,
        createdAt,
      })),
    );
    advanceClock(ctx, mailDays * day + 1);
    await queue(ctx, "new");
    await Promise.all([deleteOldMails(ctx), deleteOldMails(ctx)]);
    expect(await readRemainingKeys(ctx)).toEqual(["new"]);
  });
});
