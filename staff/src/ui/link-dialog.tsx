import { useState } from "react";
import { useTranslate } from "ra-core";
import { Button, Dialog, DialogActions, DialogContent, TextField } from "@mui/material";
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
  const translate = useTranslate();
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
          {translate("editor.link.title")}
        </DialogHead>
        <DialogContent>
          <TextField
            label={translate("editor.link.address")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isWrong}
            helperText={translate(isWrong ? "editor.link.wrong" : "editor.link.hint")}
            fullWidth
            autoFocus
            slotProps={{ htmlInput: { dir: "ltr" } }}
          />
        </DialogContent>
        <DialogActions>
          {address && <Button onClick={() => choose("")}>{translate("editor.link.remove")}</Button>}
          <Button variant="outlined" onClick={onClose}>
            {translate("ra.action.cancel")}
          </Button>
          <Button type="submit" variant="contained" disabled={isWrong}>
            {translate("editor.link.use")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
