import type Sharp from "sharp";

let sharpPromise: Promise<typeof Sharp> | undefined;

/** Loads sharp on first use, because it takes 0.2 s and 20 MB. Allows only the listed formats. */
export function loadSharp(): Promise<typeof Sharp> {
  return (sharpPromise ??= import("sharp").then(({ default: sharp }) => {
    // One thread, which leaves a processor to page rendering.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    // Heif is AVIF. SVG is used for our own drawings, in pictures for social networks.
    const allowedLoaders = ["Jpeg", "Png", "Webp", "Heif", "Svg"].map((format) => `VipsForeignLoad${format}`);
    sharp.unblock({ operation: allowedLoaders });
    return sharp;
  }));
}
