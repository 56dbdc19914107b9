/**
 * Requests pages over many connections for some seconds, as fast as they are answered. Prints the number of answers for
 * each status.
 */
import { Agent } from "node:http";
import { sendRequest } from "../../bench/lib/http.ts";

const [origin = "", connections, seconds, path = "", authorization] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const endsAt = performance.now() + Number(seconds) * 1000;
const statuses: Record<string, number> = {};
let count = 0;
const requestUntilEnd = async () => {
  while (performance.now() < endsAt) {
    count += 1;
    const headers: Record<string, string> = authorization ? { authorization: `${authorization}${count}` } : {};
    const { status } = await sendRequest(agent, origin + path.replace("{n}", String(count)), { headers });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
};
await Promise.all(Array.from({ length: Number(connections) }, requestUntilEnd));
agent.destroy();
console.log(JSON.stringify(statuses));
