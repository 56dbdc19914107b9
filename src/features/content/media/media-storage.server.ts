/** The storage does not answer, or has no room. What was to be written is not there, or there as it was. */
export class StorageFailure extends Error {
  override name = "StorageFailure";
  constructor(what: string, cause: unknown) {
    super(`The media storage could not ${what}`, { cause });
  }
}

export interface StoredFile {
  bytes: number;
  body: ReadableStream<Uint8Array>;
}

/** Where uploads are: a folder, or a bucket. Names are `key/part`. Every method throws StorageFailure. */
export interface MediaStorage {
  /** Whole or not at all; replaces what has the name. */
  put(name: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  /** Null when there is none. */
  read(name: string): Promise<StoredFile | null>;
  /** What is not there is no error. */
  delete(names: readonly string[]): Promise<void>;
  /** What killed processes have left half written, unless they may still be writing it. */
  deleteUnfinished(before: Date): Promise<void>;
}

export async function bytesOf({ body }: StoredFile): Promise<Buffer> {
  return Buffer.from(await new Response(body).arrayBuffer());
}
