/** Types of the staff API, derived from its table of endpoints. */
import type { z } from "zod";
import type { demoStaffApi, staffApi } from "../../src/staff-api.ts";

type Table = typeof staffApi & typeof demoStaffApi;

/** An endpoint, such as `"POST /api/staff/orders/:id/refunds"`. */
export type StaffCallName = keyof Table;
type EndpointOf<Name extends StaffCallName> = Table[Name];

/** The reply of an endpoint. */
export type StaffReply<Name extends StaffCallName> = z.output<EndpointOf<Name>["reply"]>;

type RawInput<Name extends StaffCallName> = z.input<EndpointOf<Name>["input"]>;
/**
 * Zod types an input that it cannot know, such as one with `preprocess`, as a required `unknown`. This makes it
 * optional.
 */
type OptionalUnknown<Value> = Value extends readonly (infer Item)[]
  ? OptionalUnknown<Item>[]
  : Value extends object
    ? { [Key in keyof Value as unknown extends Value[Key] ? never : Key]: OptionalUnknown<Value[Key]> } & {
        [Key in keyof Value as unknown extends Value[Key] ? Key : never]?: Value[Key];
      }
    : Value;
type Has<Name extends StaffCallName, Key extends string> = string extends keyof RawInput<Name>
  ? false
  : Key extends keyof RawInput<Name>
    ? true
    : false;
/** The input of an endpoint: the `id` of its path with its query or body. */
export type StaffInput<Name extends StaffCallName> = (string extends keyof RawInput<Name>
  ? unknown
  : OptionalUnknown<Omit<RawInput<Name>, "id">>) &
  (Has<Name, "id"> extends true ? { id: string | number } : unknown);

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
