import { expect, it } from "vitest";
import { enquiries, enquiryMessages } from "#features/contact/inbox/tables.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { requestDemo, sendContactRequest } from "./requests.server.ts";
import { deleteOldRequests } from "./personal-enquiries.server.ts";
import { contactRequests, demoRequests } from "./tables.server.ts";

describeOnDatabase("old requests", (open) => {
  it("A10 deletes contact and demo requests with their notes after 24 months, and keeps younger ones", async () => {
    const ctx = testContext(await open());
    const form = { name: "Sara Nasser", email: "sara@example.com", contact_number: "", workplace: "" };
    const send = async () => {
      await sendContactRequest(ctx, { ...form, title: "A title", message: "A message" });
      await requestDemo(ctx, { ...form, program: "Analytics" });
    };
    ctx.clock.now = new Date("2024-11-23T12:00:00Z");
    await send();
    const [old] = await ctx.db.select().from(enquiries);
    const note = { kind: "note" as const, text: "Called", authorName: "Huda", createdAt: ctx.now() };
    await ctx.db.insert(enquiryMessages).values({ ...note, enquiryId: old?.id ?? 0 });
    ctx.clock.now = new Date("2024-11-25T12:00:00Z");
    await send();
    ctx.clock.now = new Date("2026-11-24T12:00:00Z");
    await deleteOldRequests(ctx);
    await deleteOldRequests(ctx);
    for (const table of [contactRequests, demoRequests])
      expect((await ctx.db.select().from(table)).map(({ createdAt }) => createdAt.toISOString())).toEqual([
        "2024-11-25T12:00:00.000Z",
      ]);
    expect(await ctx.db.select().from(enquiries)).toHaveLength(2);
    expect(await ctx.db.select().from(enquiryMessages)).toEqual([]);
  });
});
