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
const keysLeft = async (ctx: TestCtx) =>
  (await ctx.db.select({ key: outboxMails.key }).from(outboxMails).orderBy(outboxMails.id)).map(({ key }) => key);
const pass = (ctx: TestCtx, ms: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + ms));

describeOnDatabase("how long mails are stored", (open) => {
  it("a mail that still waits for its mail server is never deleted; once it has failed it is", async () => {
    const ctx = testContext(await open(), { env: testEnv({ SMTP_URL: "smtp://127.0.0.1:1" }) });
    await queue(ctx, "waits");
    await sendMails(ctx);
    await closeTransport();
    pass(ctx, 10 * mailDays * day);
    await deleteOldMails(ctx);
    expect(await keysLeft(ctx)).toEqual(["waits"]);
    await ctx.db.update(outboxMails).set({ status: "failed" });
    await deleteOldMails(ctx);
    expect(await keysLeft(ctx)).toEqual([]);
  });

  it("to the day: the older one goes with every word, the younger one stays", async () => {
    const ctx = testContext(await open());
    await queue(ctx, "older");
    pass(ctx, 1);
    await queue(ctx, "younger");
    await sendMails(ctx);
    pass(ctx, mailDays * day);
    await deleteOldMails(ctx);
    expect(await keysLeft(ctx)).toEqual(["younger"]);
    pass(ctx, 1);
    await deleteOldMails(ctx);
    expect(await keysLeft(ctx)).toEqual([]);
  });

  it("any number of them, also when two jobs run at once", async () => {
    const ctx = testContext(await open());
    const written = ctx.now();
    await ctx.db.insert(outboxMails).values(
      Array.from({ length: 1201 }, (_, at) => ({
        key: `note:${at}`,
        to: "sara@example.com",
        locale: "en" as const,
        template: "note",
        props: {},
        status: "sent" as const,
        createdAt: written,
      })),
    );
    pass(ctx, mailDays * day + 1);
    await queue(ctx, "new");
    await Promise.all([deleteOldMails(ctx), deleteOldMails(ctx)]);
    expect(await keysLeft(ctx)).toEqual(["new"]);
  });
});
