import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { makeCourse } from "#db/factories/course.ts";
import { pageHead } from "#features/content/page-meta.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { ogImageUrl, imageHash } from "./og-image-url.server.ts";
import { drawSharePicture } from "./draw-share-picture.server.ts";
import { openGraphImage } from "./og-image.server.ts";

const words = { siteName: "Nama Health", locale: "en", slug: "x", picture: null } as const;
const cached = (ctx: TestCtx) => readdirSync(join(ctx.env.DATA_DIR, "share"));

describeOnDatabase("the picture of a shared link", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "nama-share-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir }) });
    await makeCourse(ctx.db, { slug: "safety", name_eng: "Safety", name_ar: "السلامة" });
  });
  const hashImage = async (key: Parameters<typeof imageHash>[1]) =>
    imageHash(await pageHead(ctx, key), key, ctx.locale);

  it("is not drawn for what does not exist, for another's mark, or under a forged one", async () => {
    const missing = { type: "course", slug: "nothing" } as const;
    expect(await openGraphImage(ctx, missing, await hashImage(missing))).toBeNull();
    const page = { type: "page", slug: "made-up" } as const;
    expect(await openGraphImage(ctx, page, await hashImage(page))).toBeNull();
    expect(await openGraphImage(ctx, { type: "course", slug: "safety" }, "0123456789ab")).toBeNull();
    expect(
      await openGraphImage(
        { ...ctx, locale: "ar" },
        { type: "course", slug: "safety" },
        await hashImage({ type: "course", slug: "safety" }),
      ),
    ).toBeNull();
  });

  it("is drawn once, however many ask, and stays after its title has changed", async () => {
    const key = { type: "course", slug: "safety" } as const;
    const mark = await hashImage(key);
    const [first, second] = await Promise.all([openGraphImage(ctx, key, mark), openGraphImage(ctx, key, mark)]);
    expect(first).toBe(second);
    expect(cached(ctx)).toEqual([`en-${mark}.jpg`]);
    await ctx.database.executeSql("update course set name_eng = 'Safer'");
    expect(await hashImage(key)).not.toBe(mark);
    expect(await openGraphImage(ctx, key, mark)).toEqual(first);
  });

  it("pages that no one has named share the site's", async () => {
    const address = async (slug: string) =>
      ogImageUrl(await pageHead(ctx, { type: "page", slug }), { type: "page", slug }, "en");
    expect(await address("nothing")).toBe(await address("else"));
    expect(await address("nothing")).toMatch(/^\/share\/page\/site\/en-[0-9a-f]{12}\.jpg$/);
  });
});

it.each(["</span> & <b>", "\u0000\u0007 bell", "وصلات طويلة ".repeat(60), "W".repeat(400), "", " \u0001 "])(
  "a JPEG of 1200 × 630 under 100 kB comes of the title %#",
  async (title) => {
    const bytes = await drawSharePicture({ ...words, title });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThanOrEqual(100_000);
  },
);
