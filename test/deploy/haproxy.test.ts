/** Where HAProxy routes sessions when a former primary is started again with its old data (O-33). */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newCluster, createStandby, type Cluster } from "./clusters.ts";
import { startHaproxy } from "./haproxy.ts";

describe.runIf(process.env["TEST_ALL"])("a former primary behind HAProxy", () => {
  let former: Cluster;
  let primary: Cluster;

  beforeAll(async () => {
    former = await newCluster();
    await former.start();
    await former.query("create role hapcheck login");
    primary = await createStandby(former, "standby");
    await primary.start();
  });
  afterAll(() => Promise.all([former.remove(), primary.remove()]));

  /** Starts the former primary again. Returns the ports of the servers that sessions reach in the next 5 seconds. */
  async function listPortsAfterReturn(change?: (text: string) => string): Promise<Set<number>> {
    const balancer = await startHaproxy([former.port, primary.port], change);
    /** Opens a session and returns the port of its server, or 0 if there is none. */
    const readSessionPort = async () => {
      const connectionString = `postgres://nama@127.0.0.1:${balancer.port}/postgres`;
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
      client.on("error", () => {});
      try {
        await client.connect();
        const { rows } = await client.query<{ port: number }>("select inet_server_port() as port");
        return rows[0]?.port ?? 0;
      } catch {
        return 0;
      } finally {
        await client.end().catch(() => {});
      }
    };
    try {
      await expect.poll(readSessionPort, { timeout: 30_000 }).toBe(primary.port);
      await former.start();
      const ports = new Set<number>();
      // HAProxy checks each server every half second.
      const until = performance.now() + 5_000;
      while (performance.now() < until) ports.add(await readSessionPort());
      return ports;
    } finally {
      await former.kill();
      await balancer.stop();
    }
  }

  it("O-33 gets no session, so that only one server takes writes", async () => {
    await former.kill();
    await primary.query("select pg_promote(true, 30)");
    expect(await listPortsAfterReturn()).toEqual(new Set([primary.port]));
  });

  it("the negative control: without the stick table sessions reach both servers", async () => {
    expect(await listPortsAfterReturn((text) => text.replaceAll(/^ *stick.*\n/gm, ""))).toEqual(
      new Set([primary.port, former.port]),
    );
  });
});
