import { m } from "#messages";

export function PreviewNote() {
  return <p className="bg-warning-tint px-gutter py-2.5 text-center text-sm text-warning">{m.site_preview_note()}</p>;
}
