import { useState } from "react";
import { m } from "../messages.ts";
import { Dialog } from "./dialog.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Button } from "./button.tsx";

/** Where a link leads: a page of this site, another site, an e-mail or a telephone. Empty takes the link away. */
export function LinkDialog({
  address,
  isAllowed,
  onClose,
  onChoose,
}: {
  address: string;
  isAllowed(address: string): boolean;
  onClose(): void;
  onChoose(address: string): void;
}) {
  const [text, setText] = useState(address);
  const isWrong = text.trim() !== "" && !isAllowed(text.trim());
  const choose = (chosen: string) => {
    onClose();
    onChoose(chosen);
  };
  return (
    <Dialog
      title={m.staff_editor_link_title()}
      onClose={onClose}
      size="sm"
      onSubmit={() => !isWrong && choose(text.trim())}
      actions={
        <>
          {address && <Button onClick={() => choose("")}>{m.staff_editor_link_remove()}</Button>}
          <Button onClick={onClose}>{m.staff_common_action_cancel()}</Button>
          <Button type="submit" variant="primary" disabled={isWrong}>
            {m.staff_editor_link_use()}
          </Button>
        </>
      }
    >
      <TextField
        label={m.staff_editor_link_address()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isWrong ? m.staff_editor_link_wrong() : undefined}
        hint={isWrong ? undefined : m.staff_editor_link_hint()}
        autoFocus
        dir="ltr"
      />
    </Dialog>
  );
}
