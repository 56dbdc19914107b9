import type { callApi } from "#platform/api-client.ts";

type Answered<Path extends "/api/my-cpd" | "/api/shared-record"> = Extract<
  Awaited<ReturnType<typeof callApi<Path>>>,
  { ok: true }
>["data"];

export type MyRecord = Answered<"/api/my-cpd">;
export type SharedRecord = Answered<"/api/shared-record">;
/** With what can be done with its certificate: in the owner's record only. */
export type Verified = SharedRecord["verified"][number] & Partial<Pick<MyRecord["verified"][number], "links">>;
export type Declared = MyRecord["declared"][number];
