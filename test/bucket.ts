/** A real S3 server with an empty bucket, in this process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { BucketSettings } from "#features/content/media/bucket-storage.server.ts";
import { freePort } from "./ports.ts";

export interface TestBucket {
  settings: BucketSettings;
  /** What a site is given to use it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "nama-bucket-"));
  const port = await freePort();
  const server = new S3rver({
    port,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "media" }],
  });
  await server.run();
  // The only key the server knows.
  const settings = {
    address: `http://127.0.0.1:${port}/media`,
    keyId: "S3RVER",
    secret: "S3RVER",
    region: "us-east-1",
  };
  return {
    settings,
    env: {
      MEDIA_URL: settings.address,
      MEDIA_S3_KEY_ID: settings.keyId,
      MEDIA_S3_SECRET: settings.secret,
      MEDIA_S3_REGION: settings.region,
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
