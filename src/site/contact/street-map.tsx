import { control, divIcon, map, marker, tileLayer } from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "#messages";
import { escapeHtml } from "#platform/escape-html.ts";
import { pin, type OfficeMap } from "./map-source.ts";

export interface StreetMapProps {
  source: OfficeMap;
  label: string;
  onFail: () => void;
}

const createOfficeIcon = () =>
  divIcon({
    className: "",
    html: `<svg viewBox="-32 -36 64 92" width="40" height="58" aria-hidden="true"><path d="${pin.drop}" class="fill-primary"/><path d="${pin.star}" class="fill-spark"/></svg>`,
    iconSize: [40, 58],
    iconAnchor: [20, 57],
  });

/** A map of the office, never mirrored. Includes Leaflet, so load it on demand. */
export default function StreetMap({ source, label, onFail }: StreetMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const reportFailure = useEffectEvent(onFail);
  useEffect(() => {
    if (!container.current) return;
    const isAnimated = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const street = map(container.current, {
      center: source.point,
      zoom: 15,
      zoomControl: false,
      attributionControl: false,
      scrollWheelZoom: false,
      zoomAnimation: isAnimated,
      fadeAnimation: isAnimated,
      markerZoomAnimation: isAnimated,
      inertia: isAnimated,
    });
    control
      .zoom({ zoomInTitle: m.site_contact_map_closer(), zoomOutTitle: m.site_contact_map_further() })
      .addTo(street);
    // Leaflet parses its labels as markup.
    if (source.attribution)
      control.attribution({ prefix: false }).addAttribution(escapeHtml(source.attribution)).addTo(street);
    let loadedTiles = 0;
    tileLayer(source.tiles, { maxZoom: 19, minZoom: 3, referrerPolicy: "strict-origin-when-cross-origin" })
      .on("tileload", () => (loadedTiles += 1))
      .on("load", () => loadedTiles === 0 && reportFailure())
      .addTo(street);
    marker(source.point, { icon: createOfficeIcon(), interactive: false, keyboard: false }).addTo(street);
    container.current.focus({ preventScroll: true });
    return () => void street.remove();
  }, [source]);
  return (
    <div
      ref={container}
      dir="ltr"
      role="application"
      aria-label={label}
      tabIndex={-1}
      className="size-full bg-sunken! font-sans! focus-visible:outline-2! focus-visible:-outline-offset-2!"
    />
  );
}
