import type { Context } from "hono";
import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.server.ts";

// The parts of Hono's context that `clientAddress` reads.
const request = (socket: string, forwarded?: string) =>
  ({
    env: { incoming: { socket: { remoteAddress: socket } } },
    req: { header: () => forwarded },
  }) as unknown as Context;

describe("the client's address", () => {
  it("row 12: ignores a forwarded address unless it comes from a configured proxy", () => {
    expect(clientAddress(request("203.0.113.9", "198.51.100.1"), [])).toBe("203.0.113.9");
    expect(clientAddress(request("203.0.113.9", "198.51.100.1"), ["10.0.0.0/8"])).toBe("203.0.113.9");
  });

  it("row 12: behind a proxy takes the nearest address that is not a proxy", () => {
    expect(clientAddress(request("::ffff:10.0.0.2", "1.1.1.1, 198.51.100.7, 10.0.0.9"), ["10.0.0.0/8"])).toBe(
      "198.51.100.7",
    );
    expect(clientAddress(request("10.0.0.2", "not-an-address"), ["10.0.0.2"])).toBe("10.0.0.2");
    expect(clientAddress(request("10.0.0.2"), ["10.0.0.2"])).toBe("10.0.0.2");
    expect(clientAddress(request("::1", "2001:db8::5"), ["::1"])).toBe("2001:db8::5");
  });
});
