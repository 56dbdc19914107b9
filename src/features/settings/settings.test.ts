import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { getTaxPercentage } from "./api.server.ts";
import { contentChannel } from "./content-changes.server.ts";
import { setSetting } from "./edit-settings.server.ts";
import {
  changeSetting,
  contactInfo,
  invalidateSettings,
  newsletterSender,
  publicSettings,
  refundLimitHalalas,
  sellerSettings,
  taxPercent,
} from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";

describeOnDatabase("the site's settings", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });
  const storeDirectly = (key: string, value: unknown) =>
    ctx.db.execute(
      sql`insert into site_setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict (key) do update set value = excluded.value`,
    );

  it("P-19 a transaction reads settings on its own connection, even if it is the last of the pool", async () => {
    const database = await openTestDatabase({ poolSize: 1 });
    onTestFinished(() => database.close());
    const site = testContext(database);
    const reads: Promise<number>[] = [];
    await inTransaction(site, async (ctx) => {
      // A read of another request: it gets the connection once this transaction has ended.
      reads.push(taxPercent(site));
      expect(await taxPercent(ctx)).toBe(15);
    });
    expect(await Promise.all(reads)).toEqual([15]);
  });

  describe("refusals", () => {
    it("does not store an invalid value", async () => {
      await expect(changeSetting(ctx, "taxPercent", 101)).rejects.toThrow(ValidationError);
      await expect(changeSetting(ctx, "taxPercent", 15.001)).rejects.toThrow(ValidationError);
      await expect(changeSetting(ctx, "socialLinks", [{ network: "x", url: "javascript:alert(1)" }])).rejects.toThrow(
        ValidationError,
      );
      await expect(changeSetting(ctx, "seller", { ...defaultSettings.seller, vatNumber: "123" })).rejects.toThrow(
        ValidationError,
      );
      expect((await ctx.db.execute(sql`select * from site_setting`)).rows).toEqual([]);
    });

    it("treats an invalid stored value as not set, and keeps the others", async () => {
      await storeDirectly("taxPercent", "fifteen");
      await storeDirectly("phone", "+966 11 111 1111");
      await storeDirectly("unknown", 1);
      expect(await publicSettings(ctx)).toMatchObject({ taxPercent: 15, phone: "+966 11 111 1111" });
    });
  });

  it("sanitises HTML before storing it, and leaves it out of the public settings", async () => {
    await changeSetting(ctx, "contactInfoEng", '<p onclick="x()">Sunday to Thursday</p><script>alert(1)</script>');
    expect((await contactInfo(ctx)).eng).toBe("<p>Sunday to Thursday</p>");
    expect(await publicSettings(ctx)).not.toHaveProperty("contactInfoEng");
  });

  it("S-03 the tax is 15 percent until it is changed", async () => {
    expect(await getTaxPercentage.handle(ctx, {})).toEqual({ tax: 15 });
    await changeSetting(ctx, "taxPercent", 5.5);
    expect(await getTaxPercentage.handle(ctx, {})).toEqual({ tax: 5.5 });
  });

  it("R-13 public settings never include the seller", async () => {
    expect(await publicSettings(ctx)).not.toHaveProperty("seller");
    expect(await sellerSettings(ctx)).toEqual({
      ...defaultSettings.seller,
      email: defaultSettings.email,
      phone: defaultSettings.phone,
    });
  });

  it("P-12 refunds up to SAR 5,000 need one person until finance changes the limit; public settings do not include it", async () => {
    expect(await refundLimitHalalas(ctx)).toBe(500_000);
    await setSetting(ctx.asStaff("finance"), "refunds.onePersonHalalas", "100000");
    expect(await refundLimitHalalas(ctx)).toBe(100_000);
    await expect(setSetting(ctx.asStaff("support"), "refunds.onePersonHalalas", "1")).rejects.toThrow(Forbidden);
    expect(await publicSettings(ctx)).not.toHaveProperty("refunds");
  });

  it("P-18 replies to the newsletter go to the site's address unless another is set", async () => {
    expect(await newsletterSender(ctx)).toEqual({ ...defaultSettings.newsletter, replyTo: defaultSettings.email });
    await setSetting(ctx.asStaff("owner"), "newsletter.replyTo", "news@example.com");
    expect((await newsletterSender(ctx)).replyTo).toBe("news@example.com");
  });

  it("are read once, until they are invalidated", async () => {
    expect(await taxPercent(ctx)).toBe(15);
    await storeDirectly("taxPercent", 10);
    expect(await taxPercent(ctx)).toBe(15);
    invalidateSettings();
    expect(await taxPercent(ctx)).toBe(10);
  });

  it("notifies every process of a committed change; a rolled-back one is neither announced nor stored", async () => {
    const heard = Promise.withResolvers<string>();
    const calls: string[] = [];
    const stop = await ctx.database.listen(contentChannel, (payload) => {
      calls.push("heard");
      heard.resolve(payload ?? "");
    });
    const undone = inTransaction(ctx, async (ctx) => {
      await changeSetting(ctx, "taxPercent", 50);
      expect(await taxPercent(ctx)).toBe(50);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await taxPercent(ctx)).toBe(15);
    await changeSetting(ctx, "taxPercent", 7);
    await heard.promise;
    expect(calls).toHaveLength(1);
    expect(await taxPercent(ctx)).toBe(7);
    await stop();
  });
});
