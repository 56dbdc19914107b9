import { BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

function addressList(entries: string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const toIpv4 = (address: string) => address.replace(/^::ffff:/, "");

/** Returns the nearest address in the chain of proxies that is not a trusted proxy. Ignores forged headers. */
export function clientAddress(request: Context, trustedProxies: string[]): string {
  const bindings = request.env as Partial<HttpBindings>;
  const socket = toIpv4(bindings.incoming?.socket.remoteAddress ?? "-");
  if (trustedProxies.length === 0) return socket;
  const trustedList = addressList(trustedProxies);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trustedList.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  let client = socket;
  for (const hop of (request.req.header("x-forwarded-for") ?? "").split(",").reverse()) {
    if (!isTrusted(client)) break;
    const address = toIpv4(hop.trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}
