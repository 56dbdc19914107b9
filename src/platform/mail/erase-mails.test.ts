import { expect, it } from "vitest";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { registerNote } from "#test/mail-server.ts";
import { eraseMails } from "./erase-mails.server.ts";
import { queueMail } from "./outbox.server.ts";
import { renderMail } from "./render.server.ts";
import { outboxMails } from "./tables.server.ts";

registerNote();

describeOnDatabase("what mails to others say of a person", (open) => {
  it("P-16 a name goes as HTML writes it, too, and the mail still goes out", async () => {
    const ctx = testContext(await open());
    const name = `Sara O'Neil & "Co" <x>`;
    const props = { title: "Your place", body: `Booked by ${name}` };
    await queueMail(ctx, { key: "note:1", to: "omar@example.com", locale: "en", template: "note", props });
    // A first try has failed: its words are kept.
    const words = await renderMail(ctx, "note", props, "en");
    expect(words.html).toContain("O&#x27;Neil &amp;");
    await ctx.db.update(outboxMails).set(words);
    await eraseMails(ctx, { name, email: "sara@example.com", contactNumber: "" });
    const [left] = await ctx.db.select().from(outboxMails);
    expect(left).toMatchObject({ to: "omar@example.com", status: "queued", subject: "Your place" });
    expect(left?.html).toContain("Booked by");
    expect(JSON.stringify(left)).not.toContain("Neil");
  });
});
