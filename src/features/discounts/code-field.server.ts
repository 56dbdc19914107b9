import { optionalLine } from "#platform/http/fields.server.ts";

/** As typed; how it is spelled in the database is `spelledCode`. */
export const codeField = optionalLine(40)
  .nullish()
  .meta({ description: "Discount code, as typed; one an order", example: "TEAM10" });
