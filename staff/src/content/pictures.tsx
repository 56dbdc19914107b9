import { useState } from "react";
import { m, findMessage } from "../messages.ts";
import { MediaPicker } from "../media/picker.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { useEditorView } from "./editor-context.ts";
import { getPictureAddress, pictureFolders } from "./kinds.ts";

/** Recommended width in pixels. */
const coverWidth = 1920;

/** The picture on the card and on the page of the item. */
export function PictureField() {
  const { item, data, set, errors, isReadOnly } = useEditorView();
  const image = typeof data["image"] === "string" ? data["image"] : "";
  const isPortrait = item.entity === "team" || item.entity === "trainer";
  const label = isPortrait ? m.staff_content_fields_image() : m.staff_content_cover();
  return (
    <div className="grid gap-4">
      <div>
        <h2 className="font-sans text-h4">{label}</h2>
        <p className="text-sm text-ink-3">{findMessage(`staff_content_picture_purpose_${item.entity}`)}</p>
      </div>
      <MediaPicker
        kind="picture"
        label={label}
        value={image}
        onChange={(value) => set("image", value)}
        shippedAddress={(value) => getPictureAddress(item.entity, value)}
        shippedFolder={pictureFolders[item.entity]}
        error={errors["image"]?.[0]}
        isReadOnly={isReadOnly}
        isOptional={isPortrait}
        minWidth={isPortrait ? undefined : coverWidth}
      />
    </div>
  );
}

/** A small picture. Keeps its space if the file is missing. */
export function Thumbnail({
  entity,
  image,
  className = "h-9 w-14 flex-none rounded-sm",
}: {
  entity: string;
  image: string | null;
  className?: string;
}) {
  const [isMissing, setIsMissing] = useState(image === null || image === "");
  if (isMissing || !image)
    return (
      <span className={`${className} grid place-items-center bg-sunken text-ink-3`}>
        <Icon name="image" size={18} />
      </span>
    );
  return (
    <img
      src={getPictureAddress(entity, image)}
      alt=""
      className={`${className} bg-sunken object-cover`}
      loading="lazy"
      onError={() => setIsMissing(true)}
    />
  );
}
