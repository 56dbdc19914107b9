import type { Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";

/** Values that every page needs and hardly ever change: read once, kept for a short time, dropped when content changes. */
export interface Remembered<T> {
  get(ctx: Ctx): Promise<T>;
  /** Drops what is kept; a read under way is not kept either. */
  forget(): void;
}

/** Keeps what `read` gave for `seconds`, per database. What a transaction reads is not kept: it may see what is never committed. */
export function remember<T>(seconds: number, read: (ctx: Ctx) => Promise<T>): Remembered<T> {
  let kept = new WeakMap<Database, { value: Promise<T>; until: number }>();
  return {
    get(ctx) {
      const found = kept.get(ctx.database);
      if (found && found.until > performance.now()) return found.value;
      if (ctx.afterCommit) return read(ctx);
      const entry = { value: read(ctx), until: performance.now() + seconds * 1000 };
      kept.set(ctx.database, entry);
      entry.value.catch(() => {
        if (kept.get(ctx.database) === entry) kept.delete(ctx.database);
      });
      return entry.value;
    },
    forget() {
      kept = new WeakMap();
    },
  };
}
