import { z } from "zod";
import { publishers } from "./revision-rows.server.ts";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { publishFields, startPublishing, startTakingOff, unpublishFields } from "./bulk-changes.server.ts";

const description = "Each item by the rules of its own endpoint; what it refuses is named at the end of the work.";

export const publish = staffEndpoint({
  access: publishers,
  summary: "Publishes many texts, as long work",
  description,
  ...startsTask,
  errors: tooManyTasks,
  input: z.object(publishFields),
  handle: startPublishing,
});

export const unpublish = staffEndpoint({
  access: publishers,
  summary: "Takes many items off the site, as long work",
  description,
  ...startsTask,
  errors: tooManyTasks,
  input: z.object(unpublishFields),
  handle: startTakingOff,
});
