import { useState } from "react";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { saveFile } from "#platform/save-file.ts";

/** Downloads the quotation for seats of runs; false when that fails. */
const saveQuote = (items: readonly { id: number; qty: number }[]): Promise<boolean> =>
  saveFile(
    "/api/quote",
    { items: items.map(({ id, qty }) => ({ course_id: id, qty })) },
    `quotation-${items.map(({ id }) => id).join("-")}.pdf`,
  );

/** A quotation for the employer who has to approve it, as a PDF. */
export function QuoteButton({ items }: { items: readonly { id: number; qty: number }[] }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const save = async () => {
    if (state === "busy") return;
    setState("busy");
    setState((await saveQuote(items)) ? "ready" : "failed");
  };
  return (
    <div className="text-center text-sm noscript:hidden">
      <button
        type="button"
        aria-busy={state === "busy" || undefined}
        onClick={() => void save()}
        className="inline-link inline-flex min-h-11 items-center gap-2"
      >
        {state === "busy" ? <Spinner /> : <Icon name="download" size="sm" />}
        {m.quotes_button()}
      </button>
      {state === "failed" && (
        <p role="alert" className="text-danger">
          {m.orders_download_failed()}
        </p>
      )}
    </div>
  );
}
