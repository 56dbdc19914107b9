import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { LabelledTickBox } from "../parts/choice.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Shows the ten recovery codes, for the only time. To continue, the person confirms that they have saved them. */
export function RecoveryCodes({ codes, action, onSaved }: { codes: string[]; action: string; onSaved(): void }) {
  const notify = useNotify();
  const [isSaved, setIsSaved] = useState(false);
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
    notify(m.staff_common_copied());
  };
  return (
    <>
      <ul
        dir="ltr"
        className="recovery-codes grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-xl bg-stone px-5.5 py-4 text-[1.0625rem]/relaxed tracking-wide text-ink tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button variant="secondary" icon="download" onClick={download}>
          {m.staff_common_action_download()}
        </Button>
        <Button variant="secondary" icon="printer" onClick={() => globalThis.print()}>
          {m.staff_sign_in_print()}
        </Button>
        <Button variant="secondary" icon="copy" onClick={() => void copy()}>
          {m.staff_sign_in_copy()}
        </Button>
      </div>
      <LabelledTickBox label={m.staff_sign_in_kept()} checked={isSaved} onChange={setIsSaved} />
      <Button variant="primary" className="print:hidden" disabled={!isSaved} onClick={onSaved}>
        {action}
      </Button>
    </>
  );
}
