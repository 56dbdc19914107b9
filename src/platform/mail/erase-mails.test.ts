import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { inTransaction } from "#platform/context.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { registerNote, sendMails } from "#test/mail-server.ts";
import { eraseMails, erasedRecipient } from "./erase-mails.server.ts";
import { queueMail } from "./outbox.server.ts";
import { renderMail } from "./render.server.ts";
import { outboxMails } from "./tables.server.ts";

registerNote();

describeOnDatabase("emails about an erased person", (open) => {
  it("A-10 an email to someone else that names the erased person is sent unchanged, then its text is deleted", async () => {
    const ctx = testContext(await open());
    const name = `Sara O'Neil & "Co" <x>`;
    const props = { title: "Your place", body: `Booked by ${name}` };
    const toOmar = { to: "omar@example.com", locale: "en", template: "note", props } as const;
    await queueMail(ctx, { key: "naming", ...toOmar });
    await queueMail(ctx, { key: "unnamed", ...toOmar, props: { title: "Your place", body: "Booked" } });
    await queueMail(ctx, { key: "own", ...toOmar, to: "sara@example.com" });
    // As after a failed first attempt: the rendered email is already stored.
    await ctx.db
      .update(outboxMails)
      .set(await renderMail(ctx, "note", props, "en"))
      .where(eq(outboxMails.key, "naming"));
    const mailAt = async (key: string) =>
      (await ctx.db.select().from(outboxMails).where(eq(outboxMails.key, key)))[0] ?? null;
    const [before, unnamed] = [await mailAt("naming"), await mailAt("unnamed")];
    const criteria = {
      own: eq(outboxMails.to, "sara@example.com"),
      about: eq(outboxMails.template, "note"),
      names: (text: string) => text.includes(name),
    };
    await expect(eraseMails(ctx, criteria)).rejects.toThrow("inside a transaction");
    await inTransaction(ctx, (ctx) => eraseMails(ctx, criteria));
    expect(await mailAt("naming")).toEqual({ ...before, manner: { forget: true } });
    expect(await mailAt("unnamed")).toEqual(unnamed);
    expect(await mailAt("own")).toMatchObject({ to: erasedRecipient, status: "failed", props: {} });
    expect(await sendMails(ctx)).toEqual([]);
    expect(await mailAt("naming")).toMatchObject({ to: "omar@example.com", status: "captured", text: "", props: {} });
    expect(await mailAt("unnamed")).toMatchObject({ subject: "Your place", text: expect.stringContaining("Booked") });
  });
});
