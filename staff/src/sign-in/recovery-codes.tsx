import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button, Checkbox, FormControlLabel } from "@mui/material";
import { Icon } from "../ui/icon.tsx";

/** Ten codes, shown this once; going on needs the word that they are kept. */
export function RecoveryCodes({ codes, action, onKept }: { codes: string[]; action: string; onKept(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isKept, setIsKept] = useState(false);
  const text = codes.join("\n");
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    link.download = "nama-health-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify("sign_in.copied");
  };
  return (
    <>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button variant="outlined" startIcon={<Icon name="download" />} onClick={download}>
          {translate("sign_in.download")}
        </Button>
        <Button variant="outlined" startIcon={<Icon name="printer" />} onClick={() => globalThis.print()}>
          {translate("sign_in.print")}
        </Button>
        <Button variant="outlined" startIcon={<Icon name="copy" />} onClick={() => void copy()}>
          {translate("sign_in.copy")}
        </Button>
      </div>
      <FormControlLabel
        control={<Checkbox checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />}
        label={translate("sign_in.kept")}
      />
      <Button variant="contained" disabled={!isKept} onClick={onKept}>
        {action}
      </Button>
    </>
  );
}
