/** A way to a server that can be cut and opened again, in place of a cable. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** From now on, or until changed, nothing that is sent arrives; connections stay, and new ones are accepted. */
  hang(isHanging: boolean): void;
  open(): Promise<void>;
}

/** A proxy on `port` to another port of this machine, cut at first. */
export function tcpProxy(port: number, targetPort: number): TcpProxy {
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = connect(targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => (sockets.delete(socket), other.destroy()));
      socket.pipe(other);
      if (hangs) socket.pause();
    }
  });
  return {
    port,
    hang: (isHanging) => {
      hangs = isHanging;
      for (const socket of sockets) socket[hangs ? "pause" : "resume"]();
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
