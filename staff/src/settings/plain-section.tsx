import { useId, type ReactNode } from "react";
import { defaultSettings, isGroup, type SettingKey } from "../../../src/features/settings/settings.ts";
import { m, findMessage } from "../messages.ts";
import { SettingField } from "./setting-field.tsx";
import type { Draft, Section } from "./use-settings.ts";

/** A group of settings, with the explanation on one side and the fields on the other. */
export function SettingGroup({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className="grid gap-3.5 border-t border-line px-pad py-5.5 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8"
      aria-labelledby={id}
    >
      <div>
        <h2 className="font-sans text-h4" id={id}>
          {title}
        </h2>
        <p className="text-sm text-ink-3">{text}</p>
      </div>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}

/** A field may be empty if its default is empty. */
function isOptional(section: Section["id"], name: string): boolean {
  const group: unknown = defaultSettings[section as SettingKey];
  return isGroup(group) && group[name] === "";
}

/** Modes of e-invoicing. */
const modes = ["off", "simulation", "on"] as const;

/** Shows all fields of a section in the order of the schema. */
export function PlainSection({ draft, section }: { draft: Draft; section: Section }) {
  const getInputKind = (name: string, value: unknown) =>
    typeof value === "number" ? "number" : name.startsWith("processors") ? "paragraph" : "text";
  return (
    <SettingGroup
      title={findMessage(`staff_settings_${section.id}_title`) ?? section.id}
      text={findMessage(`staff_settings_${section.id}_text`) ?? ""}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        {Object.entries(section.data).map(([name, value]) => (
          <SettingField
            key={name}
            draft={draft}
            section={section.id}
            name={name}
            kind={getInputKind(name, value)}
            isRequired={!isOptional(section.id, name)}
            {...(name === "mode" && {
              choices: modes.map((id) => ({ id, name: m[`staff_settings_einvoicing_modes_${id}`]() })),
            })}
            hint={findMessage(`staff_settings_${section.id}_${name}_hint`) ?? ""}
          />
        ))}
      </div>
    </SettingGroup>
  );
}
