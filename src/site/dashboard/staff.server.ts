import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { readDashboard } from "./dashboard.server.ts";
import { dashboardReply } from "./dashboard.schema.server.ts";

export const dashboard = staffEndpoint({
  access: readDashboard.permission,
  summary: "Today: what waits for the caller and how things are",
  description: "Only the parts that the caller's role may see are in the answer.",
  input: z.object({}),
  reply: dashboardReply,
  handle: readDashboard,
});
