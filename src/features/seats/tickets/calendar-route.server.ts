import type { Hono } from "hono";
import { locales, localePath } from "#i18n/locale.ts";
import { HttpError } from "#platform/errors.ts";
import type { ContextFor } from "#platform/http/api.server.ts";
import { secretHeaders } from "#platform/http/security.server.ts";
import { ticketCalendar } from "./ticket-page.server.ts";

/** Serves `/ticket/{token}/calendar.ics` in both languages: a plain link, because phones open such files themselves. */
export function mountTicketCalendar(app: Hono, contextFor: ContextFor): void {
  for (const locale of locales) {
    app.get(localePath("/ticket/:token/calendar.ics", locale), async (request) => {
      const ctx = { ...(await contextFor(request)), locale };
      try {
        const { text, filename } = await ticketCalendar(ctx, request.req.param("token") ?? "");
        const type = { "content-type": "text/calendar; charset=utf-8" };
        return request.body(text, 200, {
          ...secretHeaders,
          ...type,
          "content-disposition": `attachment; filename="${filename}"`,
        });
      } catch (error) {
        if (error instanceof HttpError) return request.text(error.message, error.status, secretHeaders);
        throw error;
      }
    });
  }
}
