import { useTranslate } from "ra-core";
import { FormControlLabel, Radio, RadioGroup } from "@mui/material";
import type { Draft } from "./use-settings.ts";

const sets = ["complete", "as-specified"] as const;

/** Which Arabic words the site shows. */
export function MessageSet({ draft }: { draft: Draft }) {
  const translate = useTranslate();
  const value = draft.value("display", "message_set");
  return (
    <RadioGroup
      aria-label={translate("settings.display.title")}
      value={value}
      onChange={(_event, chosen) => draft.set("display", "message_set", chosen)}
    >
      <div className="two-columns">
        {sets.map((set) => (
          <FormControlLabel
            key={set}
            value={set}
            className={`choice${value === set ? " chosen" : ""}`}
            control={<Radio size="small" />}
            label={
              <>
                <span className="strong">{translate(`settings.display.${set}`)}</span>
                <span className="second-line">{translate(`settings.display.${set}_text`)}</span>
              </>
            }
          />
        ))}
      </div>
    </RadioGroup>
  );
}
