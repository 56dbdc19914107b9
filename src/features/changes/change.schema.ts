import type { Reply } from "#platform/api-client.ts";

/** A line that may change and a quote, as the API answers them. */
export type ChangeLine = Reply<"/api/change-options">["lines"][number];
/** The state of an undecided request. */
export type OpenRequest = NonNullable<Reply<"/api/change-options">["request"]>;
export type QuoteReply = Reply<"/api/change-quote">;
export type ChangeReply = Reply<"/api/change-seats">;
