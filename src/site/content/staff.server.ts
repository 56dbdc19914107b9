import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { publishFields, startPublishing, startTakingOff, takeOffFields } from "./bulk-changes.server.ts";

const description = "Each item by the rules of its own endpoint; what it refuses is named at the end of the work.";
const errors = { 409: "Ten of one's works are open" };
const reply = z.object({ id: z.int().meta({ description: "The task" }) });

export const publish = staffEndpoint({
  summary: "Publishes many texts, as long work",
  description,
  status: 201,
  errors,
  input: z.object(publishFields),
  reply,
  handle: startPublishing,
});

export const takeOff = staffEndpoint({
  summary: "Takes many items off the site, as long work",
  description,
  status: 201,
  errors,
  input: z.object(takeOffFields),
  reply,
  handle: startTakingOff,
});
