import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { VideoFile } from "./video-file.ts";
import { videoFiles } from "./video-files.ts";
import { gallerySlides } from "./shipped-picture.ts";
import { bannerPictures, galleryPictures } from "./shipped-picture.ts";
import banners from "#db/demo/media/banners.json" with { type: "json" };
import type { PictureData } from "#ui/picture.tsx";

const listAddresses = ({ sources, src }: PictureData) => [
  src,
  ...sources.flatMap(({ srcSet }) => srcSet.split(", ").map((entry) => entry.split(" ")[0] ?? "")),
];
const toDiskPath = (address: string) =>
  address.replace("/admin/images/", "db/demo/media/").replace(/^\/media\//, "public/media/");
const getSize = (address: string) => statSync(toDiskPath(address)).size;

describe("pictures that ship with the site", () => {
  it("H-03 has 44 for the slider in every size and format, with different neighbouring motifs", () => {
    expect(gallerySlides).toHaveLength(44);
    for (const { picture } of galleryPictures)
      for (const address of listAddresses(picture)) expect(existsSync(toDiskPath(address)), address).toBe(true);
    gallerySlides.forEach(({ motif }, i) =>
      expect(motif).not.toBe(gallerySlides[(i + 1) % gallerySlides.length]?.motif),
    );
  });

  it("H-03 has a light picture for a phone's tile at double density, not the largest", () => {
    const phonePixels = 358 * 2;
    const widths = [...(galleryPictures[0]?.picture.sources[0]?.srcSet.matchAll(/ (\d+)w/g) ?? [])].map(([, width]) =>
      Number(width),
    );
    const chosen = widths.find((width) => width >= phonePixels) ?? 0;
    expect(chosen).toBeLessThan(Math.max(...widths));
    const sizes = galleryPictures.map(({ picture }) => getSize(picture.src.replace(/-\d+\.webp$/, `-${chosen}.avif`)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
  });

  it("H-01 has four banners, each wide for either text direction and tall for phones", () => {
    expect(Object.keys(banners)).toHaveLength(4);
    for (const base of Object.values(banners))
      for (const locale of ["en", "ar"] as const) {
        const { picture, mobile } = bannerPictures(base, locale);
        for (const address of [...listAddresses(picture), ...listAddresses(mobile)])
          expect(existsSync(toDiskPath(address)), address).toBe(true);
      }
  });

  it("has no 720 px AVIF of a news tile that is larger than 20 kB", () => {
    const folder = "db/demo/media/news";
    const heavy = readdirSync(folder).filter(
      (file) => file.endsWith("-720.avif") && statSync(`${folder}/${file}`).size > 20_000,
    );
    expect(heavy).toEqual([]);
  });
});

describe.each(Object.entries<VideoFile>(videoFiles))("the video %s", (_, video) => {
  it("is at most 1.5 MB in each format, with a poster", () => {
    for (const address of [video.webm, video.mp4]) expect(getSize(address)).toBeLessThanOrEqual(1_500_000);
    for (const address of listAddresses(video.poster)) expect(getSize(address)).toBeLessThanOrEqual(50_000);
  });

  it.each(["en", "ar"] as const)("has captions from start to end: %s", (locale) => {
    const text = readFileSync(toDiskPath(video.captions[locale]), "utf8");
    expect(text.startsWith("WEBVTT\n\n")).toBe(true);
    const times = [...text.matchAll(/00:00:([\d.]+) --> 00:00:([\d.]+)/g)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ]);
    expect(times[0]?.[0]).toBe(0);
    expect(times.at(-1)?.[1]).toBe(video.seconds);
    times.slice(1).forEach(([from], i) => expect(from).toBe(times[i]?.[1]));
    if (locale === "ar")
      for (const line of text.split("\n").filter((part) => part && !/-->|WEBVTT/.test(part)))
        expect(line).toMatch(/[\u0600-\u06ff]/);
  });
});

describe("the fellowship video's own page", () => {
  it("links only to existing files and has no inline script", () => {
    const html = readFileSync("public/media/fellowship/index.html", "utf8");
    for (const [, address] of html.matchAll(/(?:src|poster)="(\/media\/[^"]+)"/g))
      expect(existsSync(`public${address}`), address).toBe(true);
    expect(html).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son[a-z]+=/);
    expect(html).toContain("Your browser does not support the video tag.");
  });
});
