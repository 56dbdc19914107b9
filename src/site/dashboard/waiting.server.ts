import type { Ctx } from "#platform/context.server.ts";
import { listMails } from "#site/mails/mails.server.ts";

const shown = { mails: 3 };

/** Mails that reached nobody, the newest first. For `mails.read`. Throws Unauthenticated, Forbidden. */
export async function readFailedMails(ctx: Ctx) {
  const filter = { state: ["failed" as const] };
  const { data, total } = await listMails(ctx, { page: 1, perPage: shown.mails, sort: "id", order: "DESC", filter });
  return {
    count: total,
    newest_at: data[0]?.created_at ?? null,
    items: data.map(({ id, subject, to, problem, attempts, created_at }) => ({
      id,
      subject,
      to,
      problem,
      attempts,
      created_at,
    })),
  };
}
