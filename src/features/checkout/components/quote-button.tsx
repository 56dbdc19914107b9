import { useState } from "react";
import { toOrderItem } from "#features/checkout/order-items.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";

interface QuoteProps {
  items: readonly { id: number; qty: number; key?: string | null | undefined }[];
  /** The applied discount code. */
  code?: string | null;
}

/** Downloads the quotation for seats of runs. Returns false when that fails. */
async function saveQuote(items: QuoteProps["items"], code: string | null): Promise<boolean> {
  try {
    const { saveFile } = await import("#platform/save-file.ts");
    const body = { items: items.map(toOrderItem), discount_code: code };
    return await saveFile("/api/quote", body, `quotation-${items.map(({ id }) => id).join("-")}.pdf`);
  } catch {
    return false;
  }
}

/** Offers a quotation as PDF for an employer who has to approve the purchase. */
export function QuoteButton({ items, code = null }: QuoteProps) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const save = async () => {
    if (state === "busy") return;
    setState("busy");
    setState((await saveQuote(items, code)) ? "ready" : "failed");
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
