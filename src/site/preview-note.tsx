import { m } from "#messages";

/** Says that a page is not what others see. */
export function PreviewNote() {
  return <p className="bg-warning-tint px-gutter py-2.5 text-center text-sm text-warning">{m.site_preview_note()}</p>;
}
