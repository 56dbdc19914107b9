import type { Reply } from "#platform/api-client.ts";

export type MyRecord = Reply<"/api/my-cpd">;
export type SharedRecord = Reply<"/api/shared-record">;
/** A verified activity. Only the owner's record has the `links` to its certificate. */
export type Verified = SharedRecord["verified"][number] & Partial<Pick<MyRecord["verified"][number], "links">>;
export type Declared = MyRecord["declared"][number];
/** A declared activity. Only the owner's record has the `id` and the `proof`. */
export type ListedDeclared = SharedRecord["declared"][number] & Partial<Pick<Declared, "id" | "proof">>;
