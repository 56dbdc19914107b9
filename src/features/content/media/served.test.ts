/** The built site's responses for videos, brochures and the framed page. */
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { videoFiles } from "./video-files.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));

const ask = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });

describe("files below /media", () => {
  it("only the video's own page may be framed, and only by our pages", async () => {
    for (const path of ["/", "/courses", videoFiles.radar.mp4, "/media/partner.svg"]) {
      const { headers } = await ask(path);
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    }
    const { status, headers } = await ask("/media/fellowship/index.html?lang=ar&autoplay=1&mute=1");
    expect(status).toBe(200);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("C-05 pages may contain frames of our own origin only", async () => {
    const { headers } = await ask("/");
    expect(headers.get("content-security-policy")).toContain("frame-src 'self';");
  });

  it("a video supports ranges and is cached for a year; its captions are WebVTT", async () => {
    const part = await ask(videoFiles.radar.webm, { range: "bytes=0-99" });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
    expect(part.headers.get("content-type")).toBe("video/webm");
    expect(part.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const captions = await ask(videoFiles.radar.captions.ar);
    expect(captions.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await captions.text()).toContain("رادار");
  });

  it.each(["en", "ar"])("C-06 the brochure is a PDF of at most 600 kB: %s", async (locale) => {
    const brochure = await ask(`/media/nama-his-brochure-${locale}.pdf`);
    expect(brochure.headers.get("content-type")).toBe("application/pdf");
    expect(brochure.headers.get("cache-control")).toBe("public, max-age=86400");
    const bytes = Buffer.from(await brochure.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBeLessThanOrEqual(600_000);
    // Chromium writes its objects' dictionaries in clear.
    expect(bytes.toString("latin1")).toMatch(/\/StructTreeRoot[\s\S]*\/Outlines|\/Outlines[\s\S]*\/StructTreeRoot/);
    expect(bytes.toString("latin1")).toMatch(/\/Type \/Pages[\s\S]*?\/Count 4/);
  });

  it("an unknown file is not found", async () => {
    expect((await ask("/media/films/no-such-film.mp4")).status).toBe(404);
  });
});
