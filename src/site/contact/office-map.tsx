import { useState } from "react";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import type { OfficeMap as StreetMapSource } from "./map-source.ts";
import type StreetMap from "./street-map.tsx";
import { pin } from "./pin.ts";

const across = [-40, 55, 150, 245, 340, 435, 530, 625, 720].map((x) => `M${x} -20L${x + 100} 420`).join("");
const along = [40, 114, 188, 262, 336, 410].map((y) => `M-20 ${y}L820 ${y - 50}`).join("");
const avenue = "M-20 330C160 270 240 330 380 190S620 90 800 70";

/** Replaces a map, which would need a foreign origin. It is never mirrored. */
function DrawnMap({ label }: { label: string }) {
  return (
    <svg
      viewBox="0 0 760 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="block size-full"
    >
      <rect width="760" height="400" className="fill-sunken" />
      <path d={across + along} fill="none" strokeWidth="7" className="stroke-surface" />
      <path d={avenue} fill="none" strokeWidth="20" className="stroke-surface" />
      <path
        d={avenue}
        fill="none"
        strokeWidth="3"
        strokeDasharray="1 9"
        strokeLinecap="round"
        className="stroke-spark"
      />
      <path d="M118 84l78-6 16 62-78 6zM520 236l160-12 26 96-160 12z" className="fill-primary-tint" />
      <g transform="translate(380 150)">
        <path d={pin.drop} className="fill-primary" />
        <path d={pin.star} className="fill-spark" />
      </g>
    </svg>
  );
}

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
