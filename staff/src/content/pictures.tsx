import { useState } from "react";
import { useTranslate } from "ra-core";
import { TextField } from "@mui/material";
import { Icon } from "../ui/icon.tsx";
import type { ChosenPicture } from "../ui/rich-text.tsx";
import { useEditorView } from "./editor-context.ts";
import { pictureAddress, type Language } from "./kinds.ts";

/** Set when the media library can be opened from a text. */
export const choosePictureForText:
  | ((language: Language, translate: (key: string) => string) => () => Promise<ChosenPicture | null>)
  | undefined = undefined;

/** The picture that a card and a page of this item show. */
export function PictureField() {
  const translate = useTranslate();
  const { item, data, set, errors, isReadOnly } = useEditorView();
  const image = typeof data["image"] === "string" ? data["image"] : "";
  return (
    <div className="stack">
      {image ? (
        <Thumbnail key={image} entity={item.entity} image={image} className="cover" />
      ) : (
        <p className="quiet">{translate("content.no_picture")}</p>
      )}
      <TextField
        label={translate("content.fields.image")}
        value={image}
        onChange={(event) => set("image", event.target.value.trim())}
        error={errors["image"] !== undefined}
        helperText={errors["image"]?.[0] ?? translate("content.picture_hint")}
        slotProps={{ htmlInput: { dir: "ltr", readOnly: isReadOnly, "data-field": "image" } }}
        fullWidth
      />
    </div>
  );
}

/** A small picture; its place stays when there is no such file. */
export function Thumbnail({
  entity,
  image,
  className = "thumbnail",
}: {
  entity: string;
  image: string | null;
  className?: string;
}) {
  const [isMissing, setIsMissing] = useState(image === null || image === "");
  if (isMissing || !image)
    return (
      <span className={`${className} none`}>
        <Icon name="image" size={18} />
      </span>
    );
  return (
    <img
      src={pictureAddress(entity, image)}
      alt=""
      className={className}
      loading="lazy"
      onError={() => setIsMissing(true)}
    />
  );
}
