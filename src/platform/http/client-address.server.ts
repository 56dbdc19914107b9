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

const plain = (address: string) => address.replace(/^::ffff:/, "");

/** The socket's address, or the nearest forwarded one that is not a trusted proxy. Forged headers are ignored. */
export function clientAddress(request: Context, trustedProxies: string[]): string {
  const bindings = request.env as Partial<HttpBindings>;
  const socket = plain(bindings.incoming?.socket.remoteAddress ?? "-");
  if (trustedProxies.length === 0) return socket;
  const trusted = addressList(trustedProxies);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  let client = socket;
  for (const hop of (request.req.header("x-forwarded-for") ?? "").split(",").reverse()) {
    if (!isTrusted(client)) break;
    const address = plain(hop.trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}
