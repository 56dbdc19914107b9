import type { callApi } from "#platform/api-client.ts";

type Data<Answer> =
  Awaited<Answer> extends infer Given ? (Given extends { ok: true; data: infer Told } ? Told : never) : never;

/** A line that may change and a quote, as the API answers them. */
export type ChangeLine = Data<ReturnType<typeof callApi<"/api/change-options">>>["lines"][number];
export type QuoteReply = Data<ReturnType<typeof callApi<"/api/change-quote">>>;
export type ChangeReply = Data<ReturnType<typeof callApi<"/api/change-seats">>>;
