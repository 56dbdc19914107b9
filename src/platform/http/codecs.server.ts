/**
 * Codecs for values that JSON has no type for: use the codec for an input, and its `…Text` for a reply. An input that
 * is no such value gets the field error "invalid".
 */
import { z } from "zod";
import { riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import type { FieldProblem } from "./fields.server.ts";

const invalid = "invalid" satisfies FieldProblem;

/** Makes a codec between a text and a value. `decode` returns null for a text that is no such value. */
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

/** Halalas; in JSON a decimal string in SAR, `"1150.00"`. */
export const money = textCodec(z.int(), halalasFromDecimal, decimalFromHalalas);
export const moneyText = z.invertCodec(money).meta({ type: "string", example: "1150.00" });

/** An instant; in JSON a text in ISO 8601 and UTC. */
export const instant = z.codec(z.iso.datetime(invalid), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
export const instantText = z.invertCodec(instant);

/** An instant; in JSON its date and minute in Riyadh, `"2026-11-23T16:00"`. */
export const riyadhMinute = textCodec(
  z.date(),
  (text) => {
    if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null;
    const [date = "", time = ""] = text.split("T");
    const decoded = riyadhInstant(date, time);
    return !Number.isNaN(decoded.getTime()) && riyadhDate(decoded) === date ? decoded : null;
  },
  (value) => `${riyadhDate(value)}T${riyadhTime(value)}`,
);
export const riyadhMinuteText = z
  .invertCodec(riyadhMinute)
  .meta({ description: "In Riyadh", example: "2026-11-23T16:00" });
