import type { Reply } from "#platform/api-client.ts";

/** An order line with what the buyer may change of it. */
export type ChangeLine = Reply<"/api/change-options">["lines"][number];
/** The state of an undecided request. */
export type OpenRequestState = NonNullable<Reply<"/api/change-options">["request"]>;
export type QuoteReply = Reply<"/api/change-quote">;
export type ChangeReply = Reply<"/api/change-seats">;
