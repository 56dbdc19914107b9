import type { Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";

/** For values that every page needs and that rarely change; invalidated when content changes. */
export interface Cached<T> {
  get(ctx: Ctx): Promise<T>;
  /** A read under way is not cached either. */
  invalidate(): void;
}

/** Per database, for `seconds`. Reads inside a transaction are not cached: they may see what is never committed. */
export function cached<T>(seconds: number, read: (ctx: Ctx) => Promise<T>): Cached<T> {
  let entries = new WeakMap<Database, { value: Promise<T>; until: number }>();
  return {
    get(ctx) {
      const known = entries.get(ctx.database);
      if (known && known.until > performance.now()) return known.value;
      if (ctx.afterCommit) return read(ctx);
      const entry = { value: read(ctx), until: performance.now() + seconds * 1000 };
      entries.set(ctx.database, entry);
      entry.value.catch(() => {
        if (entries.get(ctx.database) === entry) entries.delete(ctx.database);
      });
      return entry.value;
    },
    invalidate() {
      entries = new WeakMap();
    },
  };
}
