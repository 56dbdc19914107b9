/** A TCP proxy that tests can cut and open again, like a network cable. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Stops or resumes all traffic. Connections stay open, and new ones are accepted. */
  hang(isHanging: boolean): void;
  open(): Promise<void>;
}

/** Creates a proxy from `port` to another port of this machine. It refuses connections until `open` is called. */
export function tcpProxy(port: number, targetPort: number): TcpProxy {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => (sockets.delete(socket), other.destroy()));
      socket.pipe(other);
      if (isPaused) socket.pause();
    }
  });
  return {
    port,
    hang: (isHanging) => {
      isPaused = isHanging;
      for (const socket of sockets) socket[isPaused ? "pause" : "resume"]();
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
