import type { callApi } from "#platform/api-client.ts";

type Answered<Path extends "/api/my-cpd" | "/api/shared-record"> = Extract<
  Awaited<ReturnType<typeof callApi<Path>>>,
  { ok: true }
>["data"];

export type MyRecord = Answered<"/api/my-cpd">;
export type SharedRecord = Answered<"/api/shared-record">;
export type Verified = MyRecord["verified"][number];
export type Declared = MyRecord["declared"][number];
