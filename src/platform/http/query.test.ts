import { expect, it } from "vitest";
import { z } from "zod";
import { readFields } from "./query.server.ts";

const schema = z.strictObject({
  q: z.string().trim().optional(),
  state: z.array(z.enum(["new", "open"])).optional(),
  course_id: z.int().optional(),
  ids: z.array(z.int()).optional(),
  open: z.boolean().optional(),
  flag: z.literal(true).optional(),
  page: z.coerce.number().int().default(1),
});
const readQuery = (query: string) => {
  const params = new URLSearchParams(query);
  return readFields(Object.fromEntries([...params.keys()].map((key) => [key, params.getAll(key)])), schema);
};

it("converts query parameters to the types of their fields", () => {
  expect(readQuery("q=123&state=new&course_id=7&open=false&flag=true&page=2")).toEqual({
    q: "123",
    state: ["new"],
    course_id: 7,
    open: false,
    flag: true,
    page: 2,
  });
  expect(readQuery("state=new&state=open").state).toEqual(["new", "open"]);
  expect(readQuery("ids=3").ids).toEqual([3]);
  expect(readQuery("ids=3&ids=4").ids).toEqual([3, 4]);
  expect(readQuery("course_id=7&course_id=8")).toEqual({ course_id: 7 });
});

it("leaves invalid values for the schema to reject", () => {
  for (const query of [
    "course_id=7x",
    "course_id=",
    "course_id=1e3",
    "open=1",
    "open=",
    "flag=false",
    "state=shut",
    "x=1",
  ])
    expect(schema.safeParse(readQuery(query)).success, query).toBe(false);
  expect(readQuery("__proto__=1&constructor=2")).toEqual({ ["__proto__"]: "1", constructor: "2" });
});

it("keeps values that already have the right type", () => {
  const values = { course_id: 7, ids: [3, 4], open: true, state: ["new", "open"] };
  expect(readFields(values, schema)).toEqual(values);
});
