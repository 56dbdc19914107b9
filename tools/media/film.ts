/**
 * Films out of drawings: a function of time gives the moving part of a frame as SVG, sharp lays it over the still
 * ground, ffmpeg encodes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { contentHash } from "./pictures.ts";

export const width = 960;
export const height = 540;
const framesPerSecond = 24;

export interface Film {
  name: string;
  seconds: number;
  /** SVG of what does not move. */
  ground: string;
  /** Elements of what moves, `seconds` after the start. */
  frame: (seconds: number) => string;
  /** The moment the poster shows, in seconds. */
  posterAt: number;
}

/** Without a sound track: nothing is said, and the captions tell what is seen. */
const encoders = {
  mp4: [
    "-c:v",
    "libx264",
    "-preset",
    "veryslow",
    "-crf",
    "25",
    "-pix_fmt",
    "yuv420p",
    "-tune",
    "animation",
    "-movflags",
    "+faststart",
  ],
  webm: [
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "37",
    "-b:v",
    "0",
    "-row-mt",
    "1",
    "-cpu-used",
    "2",
    "-pix_fmt",
    "yuv420p",
    "-g",
    "240",
  ],
};

const wrap = (body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`,
  );

/** Encodes the film twice and its poster into `folder`. */
export async function makeFilm(film: Film, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const ground = await sharp(Buffer.from(film.ground)).resize(width, height).removeAlpha().raw().toBuffer();
  const raw = { width, height, channels: 3 } as const;
  const draft = (kind: string) => `${folder}/${film.name}.draft.${kind}`;
  const input = [
    "-hide_banner",
    "-loglevel",
    "error",
    "-y",
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${width}x${height}`,
    "-r",
    `${framesPerSecond}`,
    "-i",
    "-",
  ];
  const colour = [
    "-vf",
    "scale=out_color_matrix=bt709:out_range=tv",
    "-colorspace",
    "bt709",
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
    "-an",
  ];
  const ffmpeg = spawn(
    "ffmpeg",
    [...input, ...colour, ...encoders.mp4, draft("mp4"), ...colour, ...encoders.webm, draft("webm")],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  const ended = once(ffmpeg, "exit");
  const draw = (index: number) =>
    sharp(ground, { raw })
      .composite([{ input: wrap(film.frame(index / framesPerSecond)) }])
      .removeAlpha()
      .raw()
      .toBuffer();
  const count = Math.round(film.seconds * framesPerSecond);
  for (let i = 0; i < count; i++) if (!ffmpeg.stdin.write(await draw(i))) await once(ffmpeg.stdin, "drain");
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)} on ${film.name}`);

  for (const old of readdirSync(folder))
    if (old.startsWith(`${film.name}-`) && !old.includes(".draft.") && !old.endsWith(".vtt"))
      rmSync(`${folder}/${old}`);
  const keep = (kind: "mp4" | "webm") => {
    const file = `${film.name}-${contentHash(readFileSync(draft(kind)))}.${kind}`;
    renameSync(draft(kind), `${folder}/${file}`);
    console.log(file, statSync(`${folder}/${file}`).size);
  };
  const still = sharp(await draw(Math.round(film.posterAt * framesPerSecond)), { raw });
  const avif = await still.clone().avif({ quality: 40, effort: 6 }).toBuffer();
  const poster = `${film.name}-poster-${contentHash(avif)}`;
  writeFileSync(`${folder}/${poster}.avif`, avif);
  await still.clone().webp({ quality: 66, effort: 6, smartSubsample: true }).toFile(`${folder}/${poster}.webp`);
  keep("mp4");
  keep("webm");
}
