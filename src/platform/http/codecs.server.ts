/**
 * Values that JSON has no type for: an input takes the codec, a reply its `…Text`. A text that is no such value is "invalid".
 */
import { z } from "zod";
import { riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import type { FieldProblem } from "./fields.server.ts";

const invalid = "invalid" satisfies FieldProblem;

/** `decode` is null of a text that is no such value. */
const textCodec = <Value extends z.ZodInt | z.ZodDate>(
  value: Value,
  decode: (text: string) => z.input<Value> | null,
  encode: (value: z.input<Value>) => string,
) =>
  z.codec(z.string(invalid), value, {
    encode,
    decode(text, { issues }) {
      const decoded = decode(text);
      if (decoded === null) issues.push({ code: "custom", message: invalid, input: text });
      return decoded ?? z.NEVER;
    },
  });

/** Halalas; in JSON SAR with two decimals, `"1150.00"`. */
export const money = textCodec(z.int(), halalasFromDecimal, decimalFromHalalas);
export const moneyText = z.invertCodec(money).meta({ type: "string", example: "1150.00" });

/** An instant; in JSON ISO 8601 in UTC. */
export const instant = z.codec(z.iso.datetime(invalid), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
});
export const instantText = z.invertCodec(instant);

/** An instant; in JSON its date and minute in Riyadh, `"2026-11-23T16:00"`. */
export const riyadhMinute = textCodec(
  z.date(),
  (text) => {
    if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null;
    const [date = "", time = ""] = text.split("T");
    const at = riyadhInstant(date, time);
    return !Number.isNaN(at.getTime()) && riyadhDate(at) === date ? at : null;
  },
  (at) => `${riyadhDate(at)}T${riyadhTime(at)}`,
);
export const riyadhMinuteText = z
  .invertCodec(riyadhMinute)
  .meta({ description: "In Riyadh", example: "2026-11-23T16:00" });
