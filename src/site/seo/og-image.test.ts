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

const pictureProps = { siteName: "Nama Health", locale: "en", slug: "x", picture: null } as const;
const listCachedFiles = (ctx: TestCtx) => readdirSync(join(ctx.env.DATA_DIR, "share"));

describeOnDatabase("the picture of a shared link", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "nama-share-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir }) });
    await makeCourse(ctx.db, { slug: "safety", name_eng: "Safety", name_ar: "السلامة" });
  });
  const getCurrentHash = async (key: Parameters<typeof imageHash>[1]) =>
    imageHash(await pageHead(ctx, key), key, ctx.locale);

  it("is null for unknown courses and pages, and for a hash that is forged or of another language", async () => {
    const missing = { type: "course", slug: "nothing" } as const;
    expect(await openGraphImage(ctx, missing, await getCurrentHash(missing))).toBeNull();
    const page = { type: "page", slug: "made-up" } as const;
    expect(await openGraphImage(ctx, page, await getCurrentHash(page))).toBeNull();
    expect(await openGraphImage(ctx, { type: "course", slug: "safety" }, "0123456789ab")).toBeNull();
    expect(
      await openGraphImage(
        { ...ctx, locale: "ar" },
        { type: "course", slug: "safety" },
        await getCurrentHash({ type: "course", slug: "safety" }),
      ),
    ).toBeNull();
  });

  it("is rendered once for parallel requests, and stays after its title changes", async () => {
    const key = { type: "course", slug: "safety" } as const;
    const hash = await getCurrentHash(key);
    const [first, second] = await Promise.all([openGraphImage(ctx, key, hash), openGraphImage(ctx, key, hash)]);
    expect(first).toBe(second);
    expect(listCachedFiles(ctx)).toEqual([`en-${hash}.jpg`]);
    await ctx.database.executeSql("update course set name_eng = 'Safer'");
    expect(await getCurrentHash(key)).not.toBe(hash);
    expect(await openGraphImage(ctx, key, hash)).toEqual(first);
  });

  it("is the site's picture for pages without a title", async () => {
    const getUrl = async (slug: string) =>
      ogImageUrl(await pageHead(ctx, { type: "page", slug }), { type: "page", slug }, "en");
    expect(await getUrl("nothing")).toBe(await getUrl("else"));
    expect(await getUrl("nothing")).toMatch(/^\/share\/page\/site\/en-[0-9a-f]{12}\.jpg$/);
  });
});

it.each(["</span> & <b>", "\u0000\u0007 bell", "وصلات طويلة ".repeat(60), "W".repeat(400), "", " \u0001 "])(
  "renders title %# as a JPEG of 1200 × 630 under 100 kB",
  async (title) => {
    const bytes = await drawSharePicture({ ...pictureProps, title });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThanOrEqual(100_000);
  },
);
