/** The videos that ship with the site. They are silent; their captions describe the pictures. */
import type { VideoFile } from "./video-file.ts";

export const videoFiles = {
  radar: {
    seconds: 18,
    width: 960,
    height: 540,
    webm: "/media/films/radar-9c1ca4fa.webm",
    mp4: "/media/films/radar-137755d5.mp4",
    poster: {
      sources: [{ type: "image/avif", srcSet: "/media/films/radar-poster-d558fe70.avif" }],
      src: "/media/films/radar-poster-d558fe70.webp",
      width: 960,
      height: 540,
    },
    captions: { en: "/media/films/radar-en-a3b6ab87.vtt", ar: "/media/films/radar-ar-241cad09.vtt" },
  },
  "digital-health": {
    seconds: 18,
    width: 960,
    height: 540,
    webm: "/media/films/digital-health-58545a3a.webm",
    mp4: "/media/films/digital-health-4eda50b2.mp4",
    poster: {
      sources: [{ type: "image/avif", srcSet: "/media/films/digital-health-poster-4a736d58.avif" }],
      src: "/media/films/digital-health-poster-4a736d58.webp",
      width: 960,
      height: 540,
    },
    captions: { en: "/media/films/digital-health-en-48052d20.vtt", ar: "/media/films/digital-health-ar-a10c8324.vtt" },
  },
  fellowship: {
    seconds: 18,
    width: 960,
    height: 540,
    webm: "/media/films/fellowship-ca9d7a41.webm",
    mp4: "/media/films/fellowship-b8229d30.mp4",
    poster: {
      sources: [{ type: "image/avif", srcSet: "/media/films/fellowship-poster-9b30a237.avif" }],
      src: "/media/films/fellowship-poster-9b30a237.webp",
      width: 960,
      height: 540,
    },
    captions: { en: "/media/films/fellowship-en-8f3937e0.vtt", ar: "/media/films/fellowship-ar-34b6ff9a.vtt" },
  },
} satisfies Record<string, VideoFile>;
