import { z } from "zod";
import { publishers } from "./revision-rows.server.ts";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { publishFields, startPublishing, startTakingOff, unpublishFields } from "./bulk-changes.server.ts";

const description =
  "Each item follows the rules of its own endpoint. The report at the end names the items that were refused.";

export const publish = staffEndpoint({
  access: publishers,
  summary: "Publishes many texts in a background task",
  description,
  ...startsTask,
  errors: tooManyTasks,
  input: z.object(publishFields),
  handle: startPublishing,
});

export const unpublish = staffEndpoint({
  access: publishers,
  summary: "Takes many items off the site in a background task",
  description,
  ...startsTask,
  errors: tooManyTasks,
  input: z.object(unpublishFields),
  handle: startTakingOff,
});
