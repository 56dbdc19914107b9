import type Sharp from "sharp";

let loaded: Promise<typeof Sharp> | undefined;

/** Loaded when a picture is first drawn or read: it takes 0.2 s and 20 MB. Opens no format but these. */
export function loadSharp(): Promise<typeof Sharp> {
  return (loaded ??= import("sharp").then(({ default: sharp }) => {
    // Leaves a processor to page rendering.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    // Heif is AVIF; SVG is our own drawings, in pictures for social networks.
    const readable = ["Jpeg", "Png", "Webp", "Heif", "Svg"].map((format) => `VipsForeignLoad${format}`);
    sharp.unblock({ operation: readable });
    return sharp;
  }));
}
