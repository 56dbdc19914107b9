import { useEffect, useRef, useState } from "react";
import { m } from "../messages.ts";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { LabelledTickBox } from "../parts/choice.tsx";
import { StaffApiError } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Details } from "../parts/details.tsx";
import { useCan } from "../frame/session.ts";
import type { Media } from "./media.ts";
import { saveMedia, toMediaTexts, type MediaTexts } from "./save-media.ts";
import { Button } from "../../../src/ui/button.tsx";

const languages = { alt_eng: { lang: "en", dir: "ltr" }, alt_ar: { lang: "ar", dir: "rtl" } } as const;

interface MediaFormProps {
  media: Media;
  /** Whether the form is part of an editor. There it saves the descriptions automatically and leaves out the name. */
  isInPlace?: boolean;
  onSaved: () => void;
}

/** Name and descriptions of an upload. Read-only without permission. */
export function MediaForm(props: MediaFormProps) {
  return useCan()("media.write") ? <EditForm {...props} /> : <MediaTextFacts media={props.media} />;
}

/** The descriptions as read-only text. The name is already the title of the panel. */
export function MediaTextFacts({ media }: { media: Media }) {
  if (media.kind !== "picture") return null;
  const createAltRow = (name: "alt_eng" | "alt_ar") => {
    return {
      label: m[`staff_media_panel_${name}`](),
      value: media[name] ? <bdi {...languages[name]}>{media[name]}</bdi> : m.staff_media_described_none(),
    };
  };
  if (media.decorative) return <p>{m.staff_media_panel_decorative()}</p>;
  return <Details rows={[createAltRow("alt_eng"), createAltRow("alt_ar")]} />;
}

/** The form to edit the texts. If someone else saves meanwhile, the person decides whose texts are kept. */
function EditForm({ media, isInPlace = false, onSaved }: MediaFormProps) {
  /** The server's version that changes are compared with. */
  const [base, setBase] = useState(media);
  const [texts, setTexts] = useState<MediaTexts>(toMediaTexts(media));
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<StaffApiError | null>(null);
  const savedTexts = toMediaTexts(base);
  /** Whether a text changed during a save, so that the texts must be saved again. */
  const hasLateChange = useRef(false);
  const latestTexts = useRef(texts);
  useEffect(() => {
    latestTexts.current = texts;
  }, [texts]);
  const isChanged = (Object.keys(texts) as (keyof MediaTexts)[]).some((name) => texts[name] !== savedTexts[name]);
  const set = (values: Partial<MediaTexts>) => setTexts((before) => ({ ...before, ...values }));
  const conflictingMedia = error?.status === 409 ? (error.body["current"] as Media) : null;

  const save = async (version: number, textsToSave = texts) => {
    hasLateChange.current = false;
    setIsSaving(true);
    setError(null);
    try {
      setBase(await saveMedia(media.id, version, textsToSave));
      onSaved();
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      setError(failure);
    } finally {
      setIsSaving(false);
    }
  };

  // Runs after the render with the reply, because until then `saveSoon` would still see a running save.
  useEffect(() => {
    if (!isSaving && !error && hasLateChange.current) void save(base.version, latestTexts.current);
  });

  const saveSoon = (textsToSave = texts) => {
    if (isSaving) hasLateChange.current = true;
    else void save(base.version, textsToSave);
  };

  const renderField = (name: "name" | "alt_eng" | "alt_ar") => {
    const [problem] = error?.fields[name] ?? [];
    const isMissing = name !== "name" && texts[name] === "" && !texts.decorative && media.state !== "failed";
    return (
      <TextArea
        key={name}
        label={m[`staff_media_panel_${name}`]()}
        value={texts[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        onBlur={() => {
          if (isInPlace && isChanged && !conflictingMedia) saveSoon();
        }}
        rows={2}
        error={problem}
        hint={isMissing && <span className="text-warning">{m.staff_media_panel_missing()}</span>}
        disabled={name !== "name" && texts.decorative}
        maxLength={name === "name" ? 100 : 300}
        {...(name === "name" ? { dir: "auto" } : languages[name])}
      />
    );
  };

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(base.version);
      }}
    >
      {!isInPlace && renderField("name")}
      {media.kind === "picture" && (
        <>
          {renderField("alt_eng")}
          {renderField("alt_ar")}
          <LabelledTickBox
            label={m.staff_media_panel_decorative()}
            checked={texts.decorative}
            onChange={(decorative) => {
              set({ decorative });
              if (isInPlace) saveSoon({ ...texts, decorative });
            }}
          />
        </>
      )}
      {conflictingMedia && (
        <Alert
          tone="warning"
          isUrgent
          actions={
            <span className="flex flex-wrap items-center gap-2">
              <Button variant="secondary" size="sm" onClick={() => void save(conflictingMedia.version)}>
                {m.staff_media_panel_conflict_mine()}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  setBase(conflictingMedia);
                  setTexts(toMediaTexts(conflictingMedia));
                  setError(null);
                  onSaved();
                }}
              >
                {m.staff_media_panel_conflict_theirs()}
              </Button>
            </span>
          }
        >
          {m.staff_media_panel_conflict()}
        </Alert>
      )}
      {error && error.status !== 409 && error.status !== 422 && (
        <Alert tone="danger" isUrgent>
          {error.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!isInPlace && (
          <Button type="submit" variant="primary" size="sm" disabled={!isChanged} isPending={isSaving}>
            {m.staff_media_panel_save()}
          </Button>
        )}
        <span role="status" className="text-sm text-ink-3">
          {isChanged ? m.staff_media_panel_unsaved() : base.version > 1 ? m.staff_media_panel_saved() : ""}
        </span>
      </div>
    </form>
  );
}
