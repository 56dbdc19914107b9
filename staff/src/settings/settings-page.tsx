import { useNotify } from "../frame/notices.tsx";
import { isFirstLoad } from "../frame/queries.ts";
import { useSearchParams } from "react-router";
import { lazy, Suspense, useId } from "react";
import type { SocialLink } from "../../../src/features/settings/settings.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { RadioGroup } from "../parts/choice.tsx";
import { ViewTabs } from "../parts/view-tabs.tsx";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { languageAttributes } from "../parts/pair.tsx";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { FeedbackQuestions, formatQuestions } from "./feedback-questions.tsx";
import { Periods } from "./periods.tsx";
import { PlainSection, SettingGroup } from "./plain-section.tsx";
import { SettingField, type FieldProps } from "./setting-field.tsx";
import { useDraft, usePeriods, useSections, type Draft, type Section } from "./use-settings.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Loaded after the page, because the editor is most of its code. */
const RichText = lazy(async () => ({ default: (await import("../parts/rich-text.tsx")).RichText }));

/** A field for rich text, limited to the elements that the site shows. */
function RichSettingField({
  draft,
  section,
  name,
  texts = section,
  hint,
}: Pick<FieldProps, "draft" | "section" | "name" | "texts" | "hint">) {
  const id = useId();
  const error = draft.getErrors(section, name);
  const value = draft.value(section, name);
  return (
    <div className="grid gap-1.25">
      <span className="text-sm font-medium" id={`${id}-label`}>
        {findMessage(`staff_settings_${texts}_${name}`)}
      </span>
      <RichText
        id={id}
        labelId={`${id}-label`}
        value={typeof value === "string" ? value : ""}
        isInvalid={error !== undefined}
        describedBy={`${id}-hint`}
        onChange={(html) => draft.set(section, name, html)}
        {...(name.endsWith("Ar") ? languageAttributes.ar : languageAttributes.eng)}
      />
      <p id={`${id}-hint`} className="text-sm text-ink-3">
        {error ?? (draft.isChanged(section, name) ? m.staff_settings_changed() : hint)}
      </p>
    </div>
  );
}

const messageSets = ["complete", "as-specified"] as const;

/** Selects the set of Arabic texts on the site. */
function MessageSetField({ draft }: { draft: Draft }) {
  const value = draft.value("display", "messageSet");
  return (
    <RadioGroup
      label={m.staff_settings_display_title()}
      hideLabel
      className="grid gap-4 md:grid-cols-2"
      value={value as (typeof messageSets)[number]}
      onChange={(chosen) => draft.set("display", "messageSet", chosen)}
      options={messageSets.map((set) => ({
        value: set,
        label: <span className="font-medium">{m[`staff_settings_display_${toSnakeCase(set)}`]()}</span>,
        hint: m[`staff_settings_display_${toSnakeCase(set)}_text`](),
      }))}
    />
  );
}

/** Formats a value for the table of a conflict. */
const formatValue = (name: string, value: unknown, other: unknown) =>
  name === "questions"
    ? formatQuestions(value, other)
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : JSON.stringify(value);

/** Shown if someone else has saved the section meanwhile: both sets of values, and two ways to continue. */
function ConflictNote({ draft, onSave }: { draft: Draft; onSave(): void }) {
  const { conflict } = draft;
  if (!conflict) return null;
  const mine = draft.changes[conflict.id] ?? {};
  const theirs = conflict.current.data;
  const rows = Object.keys(mine).flatMap((name) => {
    const texts = [formatValue(name, theirs[name], mine[name]), formatValue(name, mine[name], theirs[name])] as const;
    return texts[0] === texts[1] ? [] : { name, texts };
  });
  return (
    <Alert
      tone="warning"
      isUrgent
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" onClick={draft.discard}>
            {m.staff_common_action_take_theirs()}
          </Button>
          <Button variant="primary" size="sm" onClick={onSave} title={m.staff_settings_conflict_both_hint()}>
            {m.staff_common_action_merge_versions()}
          </Button>
        </span>
      }
    >
      <p className="font-medium">
        {m.staff_settings_conflict_title({
          section: findMessage(`staff_settings_${conflict.id}_title`) ?? conflict.id,
        })}
      </p>
      <p>{m.staff_settings_conflict_text()}</p>
      <table className="mt-2 [&_:is(th,td)]:py-0.75 [&_:is(th,td)]:pe-5 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top [&_:is(th,td)]:wrap-anywhere">
        <thead>
          <tr>
            <th scope="col">{m.staff_settings_conflict_field()}</th>
            <th scope="col">{m.staff_settings_conflict_theirs()}</th>
            <th scope="col">{m.staff_settings_conflict_yours()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, texts }) => (
            <tr key={name}>
              <th scope="row">{findMessage(`staff_settings_${conflict.id}_${name}`) ?? name}</th>
              {texts.map((text, column) => (
                <td key={column} className="whitespace-pre-line">
                  <bdi>{text || m.staff_common_empty()}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  );
}

/** The sections in each tab. The company tab also shows company identity and tax, which are no sections. */
const tabs = {
  company: ["contacts", "display", "refunds", "accountant"],
  payments: ["holds", "changes", "transfers"],
  training: ["training", "feedback"],
  mail: ["newsletter"],
  legal: ["legal"],
  einvoicing: ["einvoicing"],
  site: ["contacts", "display"],
} as const;
type TabName = keyof typeof tabs;

const networks: SocialLink["network"][] = ["linkedin", "x", "youtube", "instagram", "facebook"];

/** A URL field for each social network. Clearing a field removes the link. */
function SocialLinks({ draft }: { draft: Draft }) {
  const links = (draft.value("contacts", "socialLinks") ?? []) as SocialLink[];
  const setUrl = (network: SocialLink["network"], url: string) => {
    const updatedLinks = links.map((link) => (link.network === network ? { network, url } : link));
    const all = updatedLinks.some((link) => link.network === network)
      ? updatedLinks
      : [...updatedLinks, { network, url }];
    draft.set(
      "contacts",
      "socialLinks",
      all.filter((link) => link.url !== ""),
    );
  };
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {networks.map((network) => {
        const index = links.findIndex((link) => link.network === network);
        const error = index < 0 ? undefined : draft.getErrors("contacts", `socialLinks.${index}`);
        return (
          <TextField
            key={network}
            label={m[`staff_settings_contacts_${network}`]()}
            value={links[index]?.url ?? ""}
            error={error}
            onChange={({ target }) => setUrl(network, target.value.trim())}
            dir="ltr"
            type="url"
          />
        );
      })}
    </div>
  );
}

function CompanyTab({ draft }: { draft: Draft }) {
  const can = useCan();
  const renderField = (section: string, name: string, extraProps: Partial<FieldProps> = {}) => (
    <SettingField
      draft={draft}
      section={section}
      name={name}
      kind={name.startsWith("address") ? "paragraph" : "text"}
      {...extraProps}
    />
  );
  const groupTexts = (group: "company" | "tax" | "contacts" | "display" | "refunds" | "accountant") => ({
    title: m[`staff_settings_${group}_title`](),
    text: m[`staff_settings_${group}_text`](),
  });
  return (
    <>
      {can("settings.finance") && (
        <>
          <SettingGroup {...groupTexts("company")}>
            <Periods setting="company" />
          </SettingGroup>
          <SettingGroup {...groupTexts("tax")}>
            <Periods setting="tax" />
          </SettingGroup>
        </>
      )}
      {draft.has("contacts") && (
        <SettingGroup {...groupTexts("contacts")}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            {renderField("contacts", "phone")}
            {renderField("contacts", "email")}
            {renderField("contacts", "addressEng")}
            {renderField("contacts", "addressAr")}
          </div>
          <SocialLinks draft={draft} />
        </SettingGroup>
      )}
      {draft.has("display") && (
        <SettingGroup {...groupTexts("display")}>
          <MessageSetField draft={draft} />
        </SettingGroup>
      )}
      {draft.has("refunds") && (
        <SettingGroup {...groupTexts("refunds")}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            {renderField("refunds", "onePerson", { hint: m.staff_settings_refunds_one_person_hint() })}
          </div>
        </SettingGroup>
      )}
      {draft.has("accountant") && (
        <SettingGroup {...groupTexts("accountant")}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            {renderField("accountant", "email", { isRequired: false, hint: m.staff_settings_accountant_email_hint() })}
            {renderField("accountant", "locale", {
              choices: (["en", "ar"] as const).map((id) => ({
                id,
                name: m[`staff_settings_accountant_languages_${id}`](),
              })),
            })}
          </div>
        </SettingGroup>
      )}
    </>
  );
}

function SiteTab({ draft }: { draft: Draft }) {
  return (
    <>
      <SettingGroup title={m.staff_settings_info_title()} text={m.staff_settings_info_text()}>
        {["contactInfoEng", "contactInfoAr"].map((name) => (
          <RichSettingField
            key={name}
            draft={draft}
            section="contacts"
            texts="info"
            name={name}
            hint={m.staff_settings_info_hint()}
          />
        ))}
      </SettingGroup>
      <SettingGroup title={m.staff_settings_display_symbol_title()} text={m.staff_settings_display_symbol_text()}>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <SettingField draft={draft} section="display" name="currencySymbol" />
        </div>
      </SettingGroup>
    </>
  );
}

function SettingsForm({ sections }: { sections: Section[] }) {
  const notify = useNotify();
  const draft = useDraft(sections);
  const [search, setSearch] = useSearchParams();
  const visibleTabs = (Object.keys(tabs) as TabName[]).filter(
    (name) => name === "company" || tabs[name].some((id) => draft.has(id)),
  );
  const tabParam = search.get("tab");
  const tab = visibleTabs.find((name) => name === tabParam) ?? "company";
  const save = () =>
    void draft.save().then(
      (isDone) => isDone && notify(m.staff_settings_saved(), { type: "success" }),
      (error: unknown) => {
        if (!(error instanceof Error)) throw error;
        notify(error.message, { type: "error" });
      },
    );
  const unsavedNote = draft.count > 0 && (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Icon name="circle-dot" size={16} />
      {m.staff_common_unsaved({ count: draft.count })}
    </span>
  );
  return (
    <>
      <ScreenHead
        title={m.staff_menu_settings()}
        sticky
        actions={
          <>
            <span role="status">{unsavedNote}</span>
            <Button variant="secondary" disabled={draft.count === 0 || draft.isSaving} onClick={draft.discard}>
              {m.staff_settings_drop()}
            </Button>
            <Button
              variant="primary"
              disabled={draft.count === 0 || draft.conflict !== null}
              isPending={draft.isSaving}
              data-shortcut="save"
              onClick={save}
            >
              {m.staff_common_action_save()}
            </Button>
          </>
        }
      />
      <div className="grid gap-4">
        <ConflictNote draft={draft} onSave={save} />
        <div className="card">
          <ViewTabs
            label={m.staff_menu_settings()}
            tabs={visibleTabs.map((id) => ({ id, label: m[`staff_settings_tabs_${id}`]() }))}
            value={tab}
            onChange={(next) => setSearch({ tab: next }, { replace: true })}
          >
            {tab === "company" && <CompanyTab draft={draft} />}
            {/* The texts and their editors appear together, so that nothing below them moves. */}
            {tab === "site" && (
              <Suspense fallback={<LoadingState lines={8} />}>
                <SiteTab draft={draft} />
              </Suspense>
            )}
            {tab !== "company" &&
              tab !== "site" &&
              sections
                .filter(({ id }) => (tabs[tab] as readonly string[]).includes(id))
                .map((section) =>
                  section.id === "feedback" ? (
                    <SettingGroup
                      key={section.id}
                      title={m.staff_settings_feedback_title()}
                      text={m.staff_settings_feedback_text()}
                    >
                      <FeedbackQuestions draft={draft} />
                    </SettingGroup>
                  ) : (
                    <PlainSection key={section.id} draft={draft} section={section} />
                  ),
                )}
          </ViewTabs>
        </div>
      </div>
      <LeaveDialog isDirty={draft.count > 0} />
    </>
  );
}

/** The settings of the whole site that staff can change without a release. */
export default function SettingsPage() {
  const can = useCan();
  const { data, error, refetch } = useSections();
  // The periods load before the fields are shown, because they are above the fields and would move them.
  const company = usePeriods("company", can("settings.finance"));
  const tax = usePeriods("tax", can("settings.finance"));
  if (!can("settings.write") && !can("settings.finance")) return <AccessDeniedPage />;
  if (data && !isFirstLoad(company) && !isFirstLoad(tax)) return <SettingsForm sections={data.data} />;
  return (
    <>
      <ScreenHead title={m.staff_menu_settings()} />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />}
    </>
  );
}
