import { z } from "zod";
import { optionalLine } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { find } from "./find.server.ts";
import { findReply } from "./find.schema.ts";

export const found = staffEndpoint({
  access: find.permission,
  summary: "Orders, people, runs and content that hold a text: at most five of each kind the caller may see",
  input: z.object({ q: optionalLine(100) }),
  reply: findReply,
  handle: find,
});
