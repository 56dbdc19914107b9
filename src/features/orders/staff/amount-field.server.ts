import { z } from "zod";
import { halalasFromDecimal } from "#i18n/money.ts";

/** SAR with two decimals in the API, whole halalas in our code. */
export const amountField = () =>
  z
    .string("invalid")
    .transform((text, issues) => {
      const halalas = halalasFromDecimal(text);
      if (halalas === null) issues.addIssue({ code: "custom", message: "invalid" });
      return halalas ?? z.NEVER;
    })
    .meta({ description: "SAR, two decimals", example: "1150.00" });
