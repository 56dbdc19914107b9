import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { sampleCases, describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { contentChannel } from "./content-changes.server.ts";
import { listSettings, resetSetting, setSetting, UnknownSetting } from "./edit-settings.server.ts";
import { publicSettings, sellerSettings } from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";

describeOnDatabase("settings from the command line", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("owner");
  });

  it("F-44 rejects unknown names, whole groups, and invalid values", async () => {
    for (const name of [
      "",
      "nothing",
      "seller",
      "seller.nothing",
      "messageSet.x",
      "seller.vatNumber.x",
      "toString",
      "demoLoadedAt",
    ]) {
      await expect(setSetting(ctx, name, "x"), name).rejects.toThrow(UnknownSetting);
    }
    const wrong = [
      ["messageSet", "arabic"],
      ["taxPercent", "fifteen"],
      ["taxPercent", ""],
      ["email", "nobody"],
      ["seller.vatNumber", "123"],
      ["legal.taxRecordYears", "0"],
      ["legal.taxRecordYears", "1.5"],
      ["socialLinks", "linkedin"],
      ["socialLinks", '[{"network":"x","url":"javascript:1"}]'],
    ] as const;
    for (const [name, text] of wrong)
      await expect(setSetting(ctx, name, text), `${name} ${text}`).rejects.toThrow(ValidationError);
    expect((await ctx.db.execute(sql`select * from site_setting`)).rows).toEqual([]);
  });

  it("F-44 sets, lists and resets text, numbers, lists and one member of a group", async () => {
    await setSetting(ctx, "messageSet", "as-specified");
    await setSetting(ctx, "taxPercent", "5.5");
    await setSetting(ctx, "socialLinks", '[{"network":"x","url":"https://x.example.com/a"}]');
    await setSetting(ctx, "seller.nameEng", "Another Company");
    await setSetting(ctx, "seller.vatNumber", "311111111111113");
    const links = [{ network: "x", url: "https://x.example.com/a" }];
    expect(await publicSettings(ctx)).toMatchObject({
      messageSet: "as-specified",
      taxPercent: 5.5,
      socialLinks: links,
    });
    expect(await sellerSettings(ctx)).toMatchObject({
      ...defaultSettings.seller,
      nameEng: "Another Company",
      vatNumber: "311111111111113",
    });
    const lines = new Map((await listSettings(ctx)).map((line) => [line.name, line]));
    expect(lines.get("seller.nameEng")).toEqual({ name: "seller.nameEng", value: "Another Company", isSet: true });
    expect(lines.get("phone")).toMatchObject({ value: defaultSettings.phone, isSet: false });
    await resetSetting(ctx, "messageSet");
    expect(await publicSettings(ctx)).toMatchObject({ messageSet: "complete", taxPercent: 5.5 });
    await expect(resetSetting(ctx, "demoLoadedAt")).rejects.toThrow(UnknownSetting);
  });
});

describe("npm run settings (postgres)", () => {
  it("F-44 switches the Arabic message set, notifies running sites, and explains errors", async () => {
    const database = await openTestDatabase();
    try {
      const ctx = testContext(database);
      const notified = Promise.withResolvers<void>();
      const stop = await database.listen(contentChannel, () => notified.resolve());
      const env = {
        PATH: process.env["PATH"],
        DATABASE_URL: database.url,
        AUTH_SECRET: "test-secret-of-more-than-32-characters",
        DEMO: "0",
      };
      const runCommand = (...words: string[]) =>
        promisify(execFile)(process.execPath, ["scripts/site-settings.ts", ...words], { env }).then(
          ({ stdout }) => ({ code: 0, text: stdout }),
          ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
        );
      expect(await runCommand("set", "messageSet", "as-specified")).toEqual({
        code: 0,
        text: 'messageSet\t"as-specified"\t\n',
      });
      await notified.promise;
      expect(await publicSettings(ctx)).toMatchObject({ messageSet: "as-specified" });
      const others: [string, number, string][] = [
        ["set messageSet both", 1, "messageSet: "],
        ["set colour green", 1, 'no setting "colour"'],
        ["set messageSet", 2, "npm run settings"],
        ["list legal", 0, "legal.taxRecordYears\t6\tdefault"],
      ];
      // Each command is a process of its own, so the plain run tries only one.
      for (const [words, code, text] of sampleCases(others, others.length))
        expect(await runCommand(...words.split(" "))).toEqual({ code, text: expect.stringContaining(text) as string });
      await stop();
    } finally {
      await database.close();
    }
  });
});
