/** English and Arabic of one thing side by side, the interface's language first (the design's STAFF.md §5). */
import { createContext, use, useId, useMemo, useState, type ReactNode } from "react";
import { m } from "../messages.ts";
import { Switch } from "./choice.tsx";
import { Chip } from "./chip.tsx";
import { useFormats } from "./formats.ts";
import { Icon } from "./icon.tsx";
import "./pair.css";

export type PairLanguage = "eng" | "ar";
/** How a field's language stands: level, behind the other, or not there. */
export type PairState = "complete" | "missing" | "stale";

/** `lang` and `dir` of a field: its language's, not the page's. */
export const directionOf = { eng: { lang: "en", dir: "ltr" }, ar: { lang: "ar", dir: "rtl" } } as const;

interface PairView {
  order: readonly PairLanguage[];
  isStacked: boolean;
  /** On a phone one language is shown at a time. */
  shown: PairLanguage;
}
const PairContext = createContext<PairView>({ order: ["eng", "ar"], isStacked: false, shown: "eng" });

/** Everything below shares one head: its states, how it is stacked, and on a phone which language is shown. */
export function PairGroup({
  states,
  children,
}: {
  states: Record<PairLanguage, { state: PairState; count: number }>;
  children: ReactNode;
}) {
  const { locale } = useFormats();
  const [isStacked, setIsStacked] = useState(false);
  const [shown, setShown] = useState<PairLanguage>(locale === "ar" ? "ar" : "eng");
  const view = useMemo<PairView>(
    () => ({ order: locale === "ar" ? ["ar", "eng"] : ["eng", "ar"], isStacked, shown }),
    [locale, isStacked, shown],
  );
  return (
    <PairContext value={view}>
      <div className={`pair-group shows-${shown}`}>
        <div className="pair-head">
          <div className="pair">
            {view.order.map((language) => (
              <div key={language} className={`row of-${language}`}>
                <strong>{m[`staff_editor_languages_${language}`]()}</strong>
                <PairChip {...states[language]} />
              </div>
            ))}
          </div>
          <Switch
            className="pair-switch small quiet"
            label={m.staff_editor_stacked()}
            checked={isStacked}
            onChange={(isOn) => setIsStacked(isOn)}
          />
          <div className="pair-tabs" role="group" aria-label={m.staff_editor_language()}>
            {view.order.map((language) => (
              <button key={language} type="button" aria-pressed={language === shown} onClick={() => setShown(language)}>
                {m[`staff_editor_languages_${language}`]()}
              </button>
            ))}
          </div>
        </div>
        {children}
      </div>
    </PairContext>
  );
}

function PairChip({ state, count }: { state: PairState; count: number }) {
  const words = m[`staff_editor_states_${state}`]({ count });
  if (state === "complete")
    return (
      <Chip tone="good" icon="check">
        {words}
      </Chip>
    );
  return (
    <Chip
      tone={state === "missing" ? "wrong" : "attention"}
      icon={state === "missing" ? "circle-dashed" : "clock-alert"}
    >
      {words}
    </Chip>
  );
}

export interface PairSide {
  language: PairLanguage;
  lang: "en" | "ar";
  dir: "ltr" | "rtl";
  /** Of the control, for its label. */
  id: string;
  labelId: string;
}

export interface PairProps {
  label: string;
  /** For rows whose place says what they are. */
  isLabelHidden?: boolean;
  isRequired?: boolean | undefined;
  /** Not what visitors see. */
  changed?: Partial<Record<PairLanguage, boolean>>;
  /** Of the Arabic. */
  state?: PairState | undefined;
  /** Under the Arabic when it is behind: since when, "See change", "Still right". */
  behind?: ReactNode;
  /** Under each control: an error, a counter. */
  renderHint?: (language: PairLanguage) => ReactNode;
  children(side: PairSide): ReactNode;
}

/** One field in both languages; each control's label says its language to those who do not see the columns. */
export function Pair({
  label,
  isLabelHidden = false,
  isRequired = false,
  changed,
  state,
  behind,
  renderHint,
  children,
}: PairProps) {
  const base = useId();
  const { order, isStacked } = use(PairContext);
  return (
    <div className={`pair${isStacked ? " stacked" : ""}`}>
      {order.map((language) => {
        const id = `${base}-${language}`;
        const labelId = `${id}-label`;
        return (
          <div key={language} className={`pair-side of-${language}`}>
            <label id={labelId} htmlFor={id} className={isLabelHidden ? "sr-only" : undefined}>
              {label}
              {isRequired && language === "eng" && (
                <span className="required" aria-hidden="true">
                  {" *"}
                </span>
              )}
              <span className={isStacked ? "quiet" : "sr-only"}> {m[`staff_editor_languages_${language}`]()}</span>
              {changed?.[language] && <span className="changed" title={m.staff_editor_not_published()} />}
            </label>
            {children({ language, ...directionOf[language], id, labelId })}
            {renderHint?.(language)}
            {language === "ar" && state === "missing" && (
              <p className="pair-note wrong">
                <Icon name="circle-dashed" size={14} />
                {m.staff_editor_missing()}
              </p>
            )}
            {language === "ar" && state === "stale" && behind}
          </div>
        );
      })}
    </div>
  );
}
