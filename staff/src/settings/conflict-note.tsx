import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Alert } from "../ui/alert.tsx";
import type { Draft } from "./use-settings.ts";

const shown = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);

/** Someone else saved the section: what they have now, what is written here, and the two ways on. */
export function ConflictNote({ draft, onSave }: { draft: Draft; onSave(): void }) {
  const translate = useTranslate();
  const { conflict } = draft;
  if (!conflict) return null;
  const mine = draft.changes[conflict.id] ?? {};
  const names = Object.keys(mine).filter((name) => shown(mine[name]) !== shown(conflict.current.data[name]));
  return (
    <Alert
      tone="attention"
      isUrgent
      actions={
        <span className="row">
          <Button variant="outlined" size="small" onClick={draft.drop}>
            {translate("settings.conflict.take")}
          </Button>
          <Button variant="contained" size="small" onClick={onSave} title={translate("settings.conflict.both_hint")}>
            {translate("settings.conflict.both")}
          </Button>
        </span>
      }
    >
      <p className="strong">
        {translate("settings.conflict.title", { section: translate(`settings.${conflict.id}.title`) })}
      </p>
      <p>{translate("settings.conflict.text")}</p>
      <table className="conflict-fields">
        <thead>
          <tr>
            <th scope="col">{translate("settings.conflict.field")}</th>
            <th scope="col">{translate("settings.conflict.theirs")}</th>
            <th scope="col">{translate("settings.conflict.yours")}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{translate(`settings.${conflict.id}.${name}`, { _: name })}</th>
              <td>
                <bdi>{shown(conflict.current.data[name]) || translate("settings.conflict.empty")}</bdi>
              </td>
              <td>
                <bdi>{shown(mine[name]) || translate("settings.conflict.empty")}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  );
}
