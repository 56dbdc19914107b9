import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { Button, Checkbox, FormControlLabel } from "@mui/material";
import { m } from "../messages.ts";
import { Icon } from "../ui/icon.tsx";

/** Ten codes, shown this once; going on needs the word that they are kept. */
export function RecoveryCodes({ codes, action, onKept }: { codes: string[]; action: string; onKept(): void }) {
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
    notify(m.staff_sign_in_copied());
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
          {m.staff_sign_in_download()}
        </Button>
        <Button variant="outlined" startIcon={<Icon name="printer" />} onClick={() => globalThis.print()}>
          {m.staff_sign_in_print()}
        </Button>
        <Button variant="outlined" startIcon={<Icon name="copy" />} onClick={() => void copy()}>
          {m.staff_sign_in_copy()}
        </Button>
      </div>
      <FormControlLabel
        control={<Checkbox checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />}
        label={m.staff_sign_in_kept()}
      />
      <Button variant="contained" disabled={!isKept} onClick={onKept}>
        {action}
      </Button>
    </>
  );
}
