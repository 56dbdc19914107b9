/** An S3 server with an empty bucket in this process. It supports what the site uses and checks signatures like S3. */
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "#features/content/media/storage.server.ts";
import { freePort } from "./ports.ts";

export interface TestBucket {
  settings: BucketSettings;
  /** The environment variables of a site that uses the bucket. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * Returns the signature (AWS Signature Version 4) of a request without a query. `scope` is day, region, service and
 * "aws4_request". Header names are in lower case.
 */
export function signRequest(
  { method = "", url = "" }: Pick<IncomingMessage, "method" | "url">,
  headers: Record<string, unknown>,
  signedHeaders: string,
  scope: string,
  secret: string,
): string {
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const request = [method, url, "", lines.join(""), signedHeaders, headers["x-amz-content-sha256"]].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(request)].join("\n");
  return hmac(scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString("hex");
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/;

/** Returns the error code with which S3 would refuse a request; undefined when S3 would accept it. */
function findError(
  request: IncomingMessage,
  body: Buffer,
  { keyId, secret, region }: BucketSettings,
): string | undefined {
  const { headers } = request;
  const [, id, scope = "", signedHeaders = "", signature] = authorization.exec(headers.authorization ?? "") ?? [];
  const isAllSigned = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) =>
    signedHeaders.split(";").includes(name),
  );
  if (!isAllSigned) return "AccessDenied";
  if (id !== keyId) return "InvalidAccessKeyId";
  if (scope !== `${String(headers["x-amz-date"]).slice(0, 8)}/${region}/s3/aws4_request`)
    return "AuthorizationHeaderMalformed";
  if (signature !== signRequest(request, headers, signedHeaders, scope, secret)) return "SignatureDoesNotMatch";
  const hash = headers["x-amz-content-sha256"];
  return hash === "UNSIGNED-PAYLOAD" || hash === sha256(body) ? undefined : "XAmzContentSHA256Mismatch";
}

/** Starts the server. It supports PUT, GET and DELETE of whole objects. */
export async function startBucket(): Promise<TestBucket> {
  const port = await freePort();
  const settings = {
    address: `http://127.0.0.1:${port}/media`,
    keyId: "test-key",
    secret: "test-secret",
    region: "us-east-1",
  };
  const objects = new Map<string, { body: Buffer; type: string }>();
  const server = createServer(async (request, response) => {
    const { method, url = "", headers } = request;
    const body = await buffer(request);
    const fail = (status: number, code: string) =>
      response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
    const errorCode = findError(request, body, settings);
    const storedObject = objects.get(url);
    if (errorCode) fail(403, errorCode);
    else if (!/^\/media\/[^?]+$/.test(url)) fail(501, "NotImplemented");
    else if (method === "PUT") {
      objects.set(url, { body, type: headers["content-type"] ?? "binary/octet-stream" });
      response.writeHead(200).end();
    } else if (method === "DELETE") {
      objects.delete(url);
      response.writeHead(204).end();
    } else if (method !== "GET") fail(501, "NotImplemented");
    else if (storedObject)
      response
        .writeHead(200, { "content-type": storedObject.type, "content-length": storedObject.body.length })
        .end(storedObject.body);
    else fail(404, "NoSuchKey");
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    settings,
    env: {
      MEDIA_URL: settings.address,
      MEDIA_S3_KEY_ID: settings.keyId,
      MEDIA_S3_SECRET: settings.secret,
      MEDIA_S3_REGION: settings.region,
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
