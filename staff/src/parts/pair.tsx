/** Shows the English and Arabic of a field side by side, the portal's language first (STAFF.md §5). */
import { createContext, use, useId, useMemo, useState, type ReactNode } from "react";
import { m } from "../messages.ts";
import { Switch } from "./choice.tsx";
import { Chip } from "./chip.tsx";
import { useFormats } from "./formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { clsx } from "clsx/lite";

export type PairLanguage = "eng" | "ar";
/** State of a field in one language: up to date, missing, or older than the other language. */
export type PairState = "complete" | "missing" | "stale";

/** The attributes `lang` and `dir` of a field, which may differ from those of the page. */
export const languageAttributes = { eng: { lang: "en", dir: "ltr" }, ar: { lang: "ar", dir: "rtl" } } as const;

const columnsClass = "grid grid-cols-1 items-start gap-5 md:grid-cols-2";
/** Label of a field that is not from `src/ui`. */
export const labelClass = "text-sm font-medium text-ink-2";

const noteTones = { attention: "text-warning", wrong: "text-danger", quiet: "text-ink-3" };

/** A note below a field: what is missing, outdated, wrong or left. */
export function PairNote({
  id,
  tone = "attention",
  children,
}: {
  id?: string | undefined;
  tone?: keyof typeof noteTones;
  children: ReactNode;
}) {
  return (
    <p id={id} className={clsx("flex flex-wrap items-center gap-1.5 text-sm", noteTones[tone])}>
      {children}
    </p>
  );
}

interface PairView {
  order: readonly PairLanguage[];
  isStacked: boolean;
  /** The language that a phone shows. Other windows show both. */
  visibleLanguage: PairLanguage;
}
const PairContext = createContext<PairView>({ order: ["eng", "ar"], isStacked: false, visibleLanguage: "eng" });

/**
 * The pairs inside share one header with the state of each language. A phone shows one language, and the header
 * switches it.
 */
export function PairGroup({
  states,
  children,
}: {
  states: Record<PairLanguage, { state: PairState; count: number }>;
  children: ReactNode;
}) {
  const { locale } = useFormats();
  const [isStacked, setIsStacked] = useState(false);
  const [visibleLanguage, setVisibleLanguage] = useState<PairLanguage>(locale === "ar" ? "ar" : "eng");
  const view = useMemo<PairView>(
    () => ({ order: locale === "ar" ? ["ar", "eng"] : ["eng", "ar"], isStacked, visibleLanguage }),
    [locale, isStacked, visibleLanguage],
  );
  return (
    <PairContext value={view}>
      <div className={visibleLanguage === "eng" ? "max-md:[&_.of-ar]:hidden" : "max-md:[&_.of-eng]:hidden"}>
        <div className="top-35.25 z-10 flex items-center gap-4 rounded-t-card border-b border-line bg-surface px-pad py-2.5 max-md:flex-wrap md:sticky">
          <div className={clsx(columnsClass, "flex-1")}>
            {view.order.map((language) => (
              <div key={language} className="flex flex-wrap items-center gap-2">
                <strong>{m[`staff_editor_languages_${language}`]()}</strong>
                <PairChip {...states[language]} />
              </div>
            ))}
          </div>
          <Switch
            className="gap-1 text-sm whitespace-nowrap text-ink-3 max-md:hidden"
            label={m.staff_editor_stacked()}
            checked={isStacked}
            onChange={(isOn) => setIsStacked(isOn)}
          />
          <div className="flex w-full gap-2 md:hidden" role="group" aria-label={m.staff_editor_language()}>
            {view.order.map((language) => (
              <button
                key={language}
                type="button"
                aria-pressed={language === visibleLanguage}
                onClick={() => setVisibleLanguage(language)}
                className="min-h-11 flex-1 rounded-control border border-line-2 bg-surface aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:font-medium aria-pressed:text-primary"
              >
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
  const text = m[`staff_editor_states_${state}`]({ count });
  if (state === "complete")
    return (
      <Chip tone="good" icon="check">
        {text}
      </Chip>
    );
  return (
    <Chip
      tone={state === "missing" ? "wrong" : "attention"}
      icon={state === "missing" ? "circle-dashed" : "clock-alert"}
    >
      {text}
    </Chip>
  );
}

export interface PairSide {
  language: PairLanguage;
  lang: "en" | "ar";
  dir: "ltr" | "rtl";
  /** Id of the control, for its label. */
  id: string;
  labelId: string;
}

export interface PairProps {
  label: string;
  /** Whether only screen readers get the label, for rows whose position makes it clear. */
  isLabelHidden?: boolean;
  isRequired?: boolean | undefined;
  /** Whether the text in each language has unpublished changes. */
  changed?: Partial<Record<PairLanguage, boolean>>;
  /** State of the Arabic. */
  state?: PairState | undefined;
  /** A note below outdated Arabic: since when it is outdated, "See change", "Still right". */
  outdatedNote?: ReactNode;
  /** Shown below each control: an error, a counter. */
  renderHint?: (language: PairLanguage) => ReactNode;
  children(side: PairSide): ReactNode;
}

/** One field in both languages. The label of each control names its language, for people who do not see the columns. */
export function Pair({
  label,
  isLabelHidden = false,
  isRequired = false,
  changed,
  state,
  outdatedNote,
  renderHint,
  children,
}: PairProps) {
  const idPrefix = useId();
  const { order, isStacked } = use(PairContext);
  return (
    <div className={isStacked ? "grid grid-cols-1 items-start gap-3" : columnsClass}>
      {order.map((language) => {
        const id = `${idPrefix}-${language}`;
        const labelId = `${id}-label`;
        return (
          <div key={language} className={`of-${language} grid min-w-0 content-start gap-1`}>
            <label id={labelId} htmlFor={id} className={isLabelHidden ? "sr-only" : labelClass}>
              {label}
              {isRequired && language === "eng" && (
                <span className="text-danger" aria-hidden="true">
                  {" *"}
                </span>
              )}
              <span className={isStacked ? "text-ink-3" : "sr-only"}> {m[`staff_editor_languages_${language}`]()}</span>
              {changed?.[language] && (
                <span
                  className="ms-1.5 inline-block size-1.75 rounded-full bg-bar-low"
                  title={m.staff_editor_not_published()}
                />
              )}
            </label>
            {children({ language, ...languageAttributes[language], id, labelId })}
            {renderHint?.(language)}
            {language === "ar" && state === "missing" && (
              <PairNote tone="wrong">
                <Icon name="circle-dashed" size={14} />
                {m.staff_editor_missing()}
              </PairNote>
            )}
            {language === "ar" && state === "stale" && outdatedNote}
          </div>
        );
      })}
    </div>
  );
}
