import { describe, expect, it, onTestFinished } from "vitest";
import { signRequest, startBucket } from "./bucket.ts";

describe("the test bucket", () => {
  it("computes the signature of Amazon's published example", () => {
    const headers = {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "x-amz-date": "20130524T000000Z",
    };
    const signature = signRequest(
      { method: "GET", url: "/test.txt" },
      headers,
      "host;range;x-amz-content-sha256;x-amz-date",
      "20130524/us-east-1/s3/aws4_request",
      "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    );
    expect(signature).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  });

  it("refuses a request without a signature", async () => {
    const bucket = await startBucket();
    onTestFinished(() => bucket.stop());
    const answer = await fetch(`${bucket.settings.address}/x`);
    expect([answer.status, await answer.text()]).toEqual([403, "<Error><Code>AccessDenied</Code></Error>"]);
  });
});
