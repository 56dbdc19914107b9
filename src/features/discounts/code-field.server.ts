import { optionalLine } from "#platform/http/fields.server.ts";

/** The code as the buyer typed it; `normaliseCode` converts it to the spelling of the database. */
export const codeField = optionalLine(40)
  .nullish()
  .meta({ description: "Discount code as the buyer typed it; at most one per order", example: "TEAM10" });
