import { useTranslate } from "ra-core";
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import { useBlocker } from "react-router-dom";

/** Asks before a page with changes is left. */
export function LeaveQuestion({ isOpen }: { isOpen: boolean }) {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog open onClose={() => blocker.reset()} aria-labelledby="leave-title">
      <DialogTitle id="leave-title">{translate("runs.leave.title")}</DialogTitle>
      <DialogContent>{translate("runs.leave.text")}</DialogContent>
      <DialogActions>
        <Button onClick={() => blocker.reset()}>{translate("runs.leave.stay")}</Button>
        <Button color="error" variant="contained" onClick={() => blocker.proceed()}>
          {translate("runs.leave.go")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
