/** Types of the staff API, derived from its table of endpoints. */
import type { z } from "zod";
import type { demoStaffApi, staffApi } from "../../src/staff-api.ts";

type EndpointTable = typeof staffApi & typeof demoStaffApi;

/** An endpoint, such as `"POST /api/staff/orders/:id/refunds"`. */
export type StaffCallName = keyof EndpointTable;
type EndpointOf<Name extends StaffCallName> = EndpointTable[Name];

/** The reply of an endpoint. */
export type StaffReply<Name extends StaffCallName> = z.output<EndpointOf<Name>["reply"]>;

type RawInput<Name extends StaffCallName> = z.input<EndpointOf<Name>["input"]>;
/** Makes `unknown` fields optional: Zod infers them as required, for example from `preprocess`. */
type OptionalUnknown<Value> = Value extends readonly (infer Item)[]
  ? OptionalUnknown<Item>[]
  : Value extends object
    ? { [Key in keyof Value as unknown extends Value[Key] ? never : Key]: OptionalUnknown<Value[Key]> } & {
        [Key in keyof Value as unknown extends Value[Key] ? Key : never]?: Value[Key];
      }
    : Value;
type HasInput<Name extends StaffCallName, Key extends string> = string extends keyof RawInput<Name>
  ? false
  : Key extends keyof RawInput<Name>
    ? true
    : false;
/** The input of an endpoint: its query or body, and the `id` of its path. */
export type StaffInput<Name extends StaffCallName> = (string extends keyof RawInput<Name>
  ? unknown
  : OptionalUnknown<Omit<RawInput<Name>, "id">>) &
  (HasInput<Name, "id"> extends true ? { id: string | number } : unknown);

/** Names of the endpoints `GET /api/staff/<name>` that reply with a list of rows. */
export type ListName = {
  [Name in StaffCallName]: Name extends `GET /api/staff/${infer List}`
    ? StaffReply<Name> extends { data: { id: string | number }[]; total: number }
      ? List
      : never
    : never;
}[StaffCallName];
/** A row of a list. */
export type RowOf<List extends ListName> =
  StaffReply<`GET /api/staff/${List}`> extends { data: (infer Row)[] } ? Row : never;
