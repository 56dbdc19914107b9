import { optionalLine } from "#platform/http/fields.server.ts";

/** As typed; `spelledCode` converts it to the spelling of the database. */
export const codeField = optionalLine(40)
  .nullish()
  .meta({ description: "Discount code, as typed; one an order", example: "TEAM10" });
