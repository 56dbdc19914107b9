import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { readDashboard } from "./dashboard.server.ts";
import { dashboardReply } from "./dashboard.schema.server.ts";

export const dashboard = staffEndpoint({
  access: readDashboard.permission,
  summary: "The portal's first page: tasks that wait for the caller, and the state of sales, runs and content",
  description: "The reply holds only the parts that the caller's role may see.",
  input: z.object({}),
  reply: dashboardReply,
  handle: readDashboard,
});
