import fs from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type InitArguments = Parameters<NodeFS["init"]>;

/** Emscripten's own types are not published. */
interface NodeFsModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** WASI's number for EIO. PostgreSQL stops at it rather than believe that the data is safe. */
const inputOutputError = 29;

/**
 * PGlite's file system with fsync. As shipped it has none, and a power cut loses acknowledged orders. fdatasync cannot
 * be replaced from here, so the server also needs wal_sync_method=fsync.
 */
export class DurableNodeFS extends NodeFS {
  override async init(pg: InitArguments[0], options: InitArguments[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      (module as NodeFsModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fs.fsyncSync(nfd);
          return 0;
        } catch {
          return inputOutputError;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}
