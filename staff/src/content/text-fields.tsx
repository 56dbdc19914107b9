import { useState } from "react";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import { Pair, PairNote, type PairProps, type PairSide } from "../parts/pair.tsx";
import { MediaDialog } from "../media/dialog.tsx";
import { PastedPicturesDialog } from "../media/pasted-pictures.tsx";
import type { Media } from "../media/media.ts";
import type { PastedPicture } from "../parts/paste.ts";
import { RichText, type ChosenPicture } from "../parts/rich-text.tsx";
import { OutdatedArabicNote } from "./outdated-arabic-note.tsx";
import { useEditorView } from "./editor-context.ts";
import type { HtmlField, TextField } from "../../../src/features/content/entities/forms.ts";
import { getText } from "./kinds.ts";
import { labels } from "./labels.ts";

/** The props of a field for `Pair`, and its error in each language. */
function usePairProps(field: TextField | HtmlField) {
  const { item, data, errors } = useEditorView();
  const { name } = field;
  // Computed from the typed text, so that the state is right before the text is saved.
  const isMissing = getText(data, name, "eng") !== "" && getText(data, name, "ar") === "";
  const isChanged = (language: Language) => item.onSite && item.changed.includes(`${name}_${language}`);
  const pair: Omit<PairProps, "children"> = {
    label: labels.forPath(name),
    isRequired: field.isRequired,
    changed: { eng: isChanged("eng"), ar: isChanged("ar") },
    state: isMissing ? "missing" : item.arabic.stale.includes(name) ? "stale" : "complete",
    outdatedNote: <OutdatedArabicNote field={name} />,
  };
  return { pair, getError: (language: Language) => errors[`${name}_${language}`]?.[0] };
}

const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <PairNote id={id} tone="wrong">
      {text}
    </PairNote>
  ) : null;

/**
 * A field for a text in both languages. A field of several rows shows its length; every field does when the text is too
 * long.
 */
export function TextPair({ field }: { field: TextField }) {
  const { data, set, isReadOnly } = useEditorView();
  const { getError, pair } = usePairProps(field);
  const { name, maxLength, rows = 1 } = field;
  const renderHint = (language: Language) => {
    const { length } = getText(data, name, language);
    const error = getError(language) ?? (length > maxLength ? `${length} / ${maxLength}` : undefined);
    if (error) return <FieldError id={`${name}-${language}-error`} text={error} />;
    return rows > 1 ? (
      <PairNote tone="quiet">
        <span className="ms-auto tabular-nums">
          <bdi>
            {length} / {maxLength}
          </bdi>
        </span>
      </PairNote>
    ) : null;
  };
  const renderControl = ({ language, id, lang, dir }: PairSide) => {
    const key = `${name}_${language}`;
    const isWrong = getError(language) !== undefined;
    return (
      <textarea
        id={id}
        rows={rows}
        className="control min-h-0 resize-none field-sizing-content"
        value={getText(data, name, language)}
        readOnly={isReadOnly}
        onChange={(event) => set(key, event.target.value.replaceAll("\n", " "))}
        lang={lang}
        dir={dir}
        data-field={key}
        aria-invalid={isWrong}
        aria-required={pair.isRequired && language === "eng"}
        aria-describedby={isWrong ? `${name}-${language}-error` : undefined}
      />
    );
  };
  return (
    <Pair {...pair} renderHint={renderHint}>
      {renderControl}
    </Pair>
  );
}

/** The editor of one language waits for a picture from the media library. */
interface PictureRequest {
  language: Language;
  answer(picture: ChosenPicture | null): void;
}

/** The editor of one language waits until its pasted pictures are in the media library. */
interface PasteRequest {
  language: Language;
  pasted: readonly PastedPicture[];
  answer(chosen: (ChosenPicture | null)[]): void;
}

export function HtmlPair({ field }: { field: HtmlField }) {
  const { data, set, isReadOnly } = useEditorView();
  const { getError, pair } = usePairProps(field);
  const [pictureRequest, setPictureRequest] = useState<PictureRequest | null>(null);
  const [pasteRequest, setPasteRequest] = useState<PasteRequest | null>(null);
  const { name } = field;
  const answer = (picture: ChosenPicture | null) => {
    pictureRequest?.answer(picture);
    setPictureRequest(null);
  };
  const answerPaste = (chosen: (ChosenPicture | null)[]) => {
    pasteRequest?.answer(chosen);
    setPasteRequest(null);
  };
  const choose = ({ image, alt_eng, alt_ar }: Media) => {
    const alt = pictureRequest?.language === "ar" ? alt_ar : alt_eng;
    answer(image && alt ? { src: `/media/u/${image.slice(2)}-960.webp`, alt } : null);
  };
  return (
    <>
      <Pair
        {...pair}
        renderHint={(language) => <FieldError id={`${name}-${language}-error`} text={getError(language)} />}
      >
        {({ language, id, labelId, lang, dir }) => (
          <RichText
            id={id}
            labelId={labelId}
            lang={lang}
            dir={dir}
            value={getText(data, name, language)}
            onChange={(html) => set(`${name}_${language}`, html)}
            isReadOnly={isReadOnly}
            isInvalid={getError(language) !== undefined}
            describedBy={getError(language) ? `${name}-${language}-error` : undefined}
            pictures={{
              choose: () => new Promise((resolve) => setPictureRequest({ language, answer: resolve })),
              add: (pasted) => new Promise((resolve) => setPasteRequest({ language, pasted, answer: resolve })),
            }}
          />
        )}
      </Pair>
      <MediaDialog
        isOpen={pictureRequest !== null}
        kind="picture"
        needsDescription
        onClose={() => answer(null)}
        onChoose={choose}
      />
      {pasteRequest && (
        <PastedPicturesDialog
          pasted={pasteRequest.pasted}
          language={pasteRequest.language}
          onClose={() => answerPaste([])}
          onDone={answerPaste}
        />
      )}
    </>
  );
}
