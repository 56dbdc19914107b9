import { m } from "../messages.ts";
import { MediaPicker } from "../media/picker.tsx";
import { boxClass } from "../parts/panel.tsx";
import { Pair } from "../parts/pair.tsx";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import { useEditorView } from "./editor-context.ts";
import { getPictureAddress, getText } from "./kinds.ts";

/** Width of the pictures that other sites show for a link, in pixels. */
const shareWidth = 1200;
/** Fields of an item whose texts replace an empty search title and description. */
const fallbackFields: Record<string, readonly [title: string, description: string]> = {
  course: ["name", "summary"],
  news: ["title", "excerpt"],
};

/** The picture of shared links and, for each language, previews of the page in search results and in messages. */
export function SharingField() {
  const { item, data, set, errors, isReadOnly } = useEditorView();
  const [title = "", description = ""] = fallbackFields[item.entity] ?? [];
  const shareImage = String(data["share_image"] ?? "");
  const picture = shareImage || String(data["image"] ?? "");
  // The site falls back to English only for the item's own texts.
  const getShownText = (name: string, fallback: string, language: Language) =>
    getText(data, name, language) || getText(data, fallback, language) || getText(data, fallback, "eng");
  return (
    <>
      <div className="grid max-w-88 gap-1.5" data-field="share_image">
        <span className="text-sm font-medium text-ink-2">{m.staff_content_fields_share_image()}</span>
        <MediaPicker
          kind="picture"
          label={m.staff_content_fields_share_image()}
          value={shareImage}
          onChange={(value) => set("share_image", value)}
          shippedAddress={(value) => getPictureAddress(item.entity, value)}
          error={errors["share_image"]?.[0]}
          isReadOnly={isReadOnly}
          isOptional
          minWidth={shareWidth}
        />
        <p className="text-sm text-ink-3">{m.staff_content_share_image_hint()}</p>
      </div>
      <Pair label={m.staff_content_sharing_preview()}>
        {({ language, labelId, lang, dir }) => (
          <div role="group" aria-labelledby={labelId} lang={lang} dir={dir} className={boxClass}>
            <div className="grid gap-0.5">
              <bdi dir="ltr" className="truncate text-start text-sm text-ink-3">
                {location.host}
                {language === "ar" && "/ar"}
                {item.path}
              </bdi>
              <span className="truncate text-h4 text-primary">
                {getShownText("search_title", title, language) || m.staff_content_untitled()}
              </span>
              <span className="line-clamp-2 text-sm text-ink-2">
                {getShownText("search_description", description, language)}
              </span>
            </div>
            <div className="overflow-hidden rounded-control border border-line bg-surface">
              {picture && (
                <img
                  src={getPictureAddress(item.entity, picture)}
                  alt=""
                  className="aspect-[1200/630] w-full object-cover"
                  loading="lazy"
                />
              )}
              <span className="line-clamp-2 px-3 py-2 font-medium">
                {getShownText("search_title", title, language) || m.staff_content_untitled()}
              </span>
            </div>
          </div>
        )}
      </Pair>
    </>
  );
}
