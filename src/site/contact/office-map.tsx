import { useState } from "react";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { DrawnMap } from "./drawn-map.tsx";
import type { OfficeMap as StreetMapSource } from "./map-source.ts";
import type StreetMap from "./street-map.tsx";

type State = "drawn" | "loading" | "street" | "failed";

/** A button replaces the illustration by the street map. No tile is requested before the click. */
export function OfficeMap({ label, source }: { label: string; source: StreetMapSource | null }) {
  const [state, setState] = useState<State>("drawn");
  const [Street, setStreet] = useState<typeof StreetMap>();

  async function show() {
    setState("loading");
    try {
      const { default: loaded } = await import("./street-map.tsx");
      setStreet(() => loaded);
      setState("street");
    } catch {
      setState("failed");
    }
  }
  return (
    <>
      <div className="isolate aspect-[1.9] overflow-hidden rounded-card border border-line">
        {state === "street" && Street && source ? (
          <Street source={source} label={label} onFail={() => setState("failed")} />
        ) : (
          <figure className="relative size-full">
            <DrawnMap label={m.site_contact_map_drawn_name()} />
            <figcaption className="absolute start-3 bottom-3 rounded-control bg-surface px-2.5 py-1 text-xs text-ink-2">
              {m.site_contact_map_drawn()}
            </figcaption>
          </figure>
        )}
      </div>
      {state === "failed" && (
        <Alert tone="warning" className="mt-3">
          {m.site_contact_map_failed()}
        </Alert>
      )}
      {source && state !== "street" && (
        <Button
          variant="secondary"
          size="sm"
          isPending={state === "loading"}
          onClick={() => void show()}
          className="mt-3 me-5"
        >
          {m.site_contact_map_street()}
        </Button>
      )}
    </>
  );
}
