import { z } from "zod";
import { codeField } from "#features/discounts/code-field.server.ts";
import { runKey } from "#features/catalogue/catalogue.schema.server.ts";
import { id, withRunId } from "#features/orders/fields.server.ts";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { limitConcurrency } from "#platform/bounded-limit.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { quoteSeats } from "./quote.server.ts";
import { whole } from "#platform/http/fields.server.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";

/** One quotation is drawn at a time and at most 8 wait, because staff and buyers share the worker that draws PDFs. */
const drawingLimit = limitConcurrency({ maxRunning: 1, maxQueued: 8 });

const item = z.object({ course_id: id, qty: whole(1, maxQty), key: runKey });

export const quote = endpoint({
  summary: "Draws a quotation for an employer as PDF in both languages; it is no tax document and holds no seat",
  description: "`course_id` is the run's id. The prices are those of begin-checkout now; nothing is stored.",
  session: "optional",
  limit: "quotePerAddress",
  body: z.object({
    items: z.array(item, "required").min(1, "required").max(maxLines, "invalid"),
    discount_code: codeField,
  }),
  file: "application/pdf",
  reply: fileReply,
  errors: {
    409: "A course has ended, is closed or sold out, or has fewer seats than requested.",
    503: "Too many PDFs wait to be drawn; see Retry-After (seconds).",
  },
  handle: async (ctx, { items, discount_code: discountCode }) => {
    const quoted = await quoteSeats(ctx, { items: items.map(withRunId), discountCode });
    const key = JSON.stringify([
      "quote",
      items,
      quoted.lines.map((line) => line.discountCode),
      quoted.totalHalalas,
      riyadhDate(quoted.issuedAt),
      ctx.locale,
    ]);
    const bytes = await drawingLimit(() =>
      runInWorker("quote-pdf", [quoted, ctx.locale], { account: getAccountKey(ctx), key }),
    );
    return { bytes: Uint8Array.from(bytes), filename: `quotation-${riyadhDate(quoted.issuedAt)}.pdf` };
  },
});
