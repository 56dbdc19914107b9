import { useState } from "react";
import { Button, Dialog, DialogActions, DialogContent, TextField } from "@mui/material";
import { m } from "../messages.ts";
import { DialogHead } from "./dialog-head.tsx";

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
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="link-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isWrong) choose(text.trim());
        }}
      >
        <DialogHead id="link-title" onClose={onClose}>
          {m.staff_editor_link_title()}
        </DialogHead>
        <DialogContent>
          <TextField
            label={m.staff_editor_link_address()}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isWrong}
            helperText={isWrong ? m.staff_editor_link_wrong() : m.staff_editor_link_hint()}
            fullWidth
            autoFocus
            slotProps={{ htmlInput: { dir: "ltr" } }}
          />
        </DialogContent>
        <DialogActions>
          {address && <Button onClick={() => choose("")}>{m.staff_editor_link_remove()}</Button>}
          <Button variant="outlined" onClick={onClose}>
            {m.staff_ra_action_cancel()}
          </Button>
          <Button type="submit" variant="contained" disabled={isWrong}>
            {m.staff_editor_link_use()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
