/** What we use of busboy 1.6, which has no types of its own. */
declare module "busboy" {
  import type { Readable, Writable } from "node:stream";

  interface Options {
    headers: { "content-type": string };
    defParamCharset: "utf8";
    limits: { fileSize: number; files: number; fields: number; parts: number; headerPairs: number };
  }
  interface Busboy extends Writable {
    on(
      event: "file",
      listener: (field: string, file: Readable & { truncated?: boolean }, info: { filename?: string }) => void,
    ): this;
    on(event: "filesLimit" | "fieldsLimit" | "partsLimit" | "close", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
  }
  export default function busboy(options: Options): Busboy;
}
