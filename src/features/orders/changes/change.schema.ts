import type { callApi } from "#platform/api-client.ts";

type Data<Answer> =
  Awaited<Answer> extends infer Given ? (Given extends { ok: true; data: infer Told } ? Told : never) : never;

/** What the browser is told of a line that may change, and of a quote. */
export type ChangeLine = Data<ReturnType<typeof callApi<"/api/change-options">>>["lines"][number];
export type QuoteReply = Data<ReturnType<typeof callApi<"/api/change-quote">>>;
export type ChangeReply = Data<ReturnType<typeof callApi<"/api/change-seats">>>;
