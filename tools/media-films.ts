/**
 * Draws and encodes the films, their posters and captions into public/media/films: `node tools/media-films.ts [name
 * …]`. Needs ffmpeg.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { captions, webVtt } from "./media/captions.ts";
import { height, makeFilm, width } from "./media/film.ts";
import { fellowshipFilm } from "./media/film-fellowship.ts";
import { overviewFilm } from "./media/film-overview.ts";
import { radarFilm } from "./media/film-radar.ts";
import { contentHash } from "./media/pictures.ts";

const folder = "public/media/films";
const films = [radarFilm, overviewFilm, fellowshipFilm];
const wanted = process.argv.slice(2);
for (const film of films) if (wanted.length === 0 || wanted.includes(film.name)) await makeFilm(film, folder);

const entries = films.map(({ name, seconds }) => {
  for (const old of readdirSync(folder))
    if (old.startsWith(`${name}-`) && old.endsWith(".vtt")) rmSync(`${folder}/${old}`);
  const spoken = (["en", "ar"] as const).map((locale) => {
    const text = webVtt(captions[name] ?? [], locale);
    const file = `${name}-${locale}-${contentHash(text)}.vtt`;
    writeFileSync(`${folder}/${file}`, text);
    return `${locale}: "/media/films/${file}"`;
  });
  const named = (pattern: RegExp): string => {
    const file = readdirSync(folder).find((entry) => entry.startsWith(`${name}-`) && pattern.test(entry));
    if (!file) throw new Error(`${name} has not been made`);
    return `/media/films/${file}`;
  };
  const poster = `{ sources: [{ type: "image/avif", srcSet: "${named(/poster.*avif$/)}" }], src: "${named(/poster.*webp$/)}", width: ${width}, height: ${height} }`;
  return `  "${name}": {
    seconds: ${seconds},
    width: ${width},
    height: ${height},
    webm: "${named(/webm$/)}",
    mp4: "${named(/mp4$/)}",
    poster: ${poster},
    captions: { ${spoken.join(", ")} },
  },`;
});
writeFileSync(
  "src/features/content/media/video-files.ts",
  `/**
 * Written by tools/media-films.ts: the videos that ship with the site; silent, with captions that tell what is seen.
 */
import type { VideoFile } from "./video-file.ts";

export const videoFiles = {
${entries.join("\n")}
} satisfies Record<string, VideoFile>;
`,
);

const page = readFileSync("tools/media/fellowship.html", "utf8");
const fellowship = readdirSync(folder).filter((file) => file.startsWith("fellowship-"));
writeFileSync(
  "public/media/fellowship/index.html",
  page.replace(/\{([a-z-]+)\.([a-z0-9]+)\}/g, (_, kind: string, ending: string) => {
    const middle = kind === "film" ? /^fellowship-[0-9a-f]{8}$/ : new RegExp(`^fellowship-${kind}-[0-9a-f]{8}$`);
    return `/media/films/${fellowship.find((file) => file.endsWith(`.${ending}`) && middle.test(file.slice(0, -ending.length - 1)))}`;
  }),
);
