import { useId, type FormEvent, type ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { clsx } from "clsx/lite";
import { useBack } from "../frame/leave-guard.tsx";
import { m } from "../messages.ts";
import { TooltipButton } from "./tooltip-button.tsx";
import { useEscape } from "./use-escape.ts";

const sizes = { sm: "max-w-128", md: "max-w-150", lg: "max-w-225", xl: "max-w-300" };

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        // Keeps the page behind from scrolling on iOS. The CSP refuses the inline style that React Aria adds for that.
        "min-h-0 flex-1 overflow-y-auto overscroll-contain",
        className ?? "grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-6 pt-2.5 pb-5 max-md:px-4",
      )}
    >
      {children}
    </div>
  );
}

/** The buttons at the foot of a dialog: the cancel button first, the primary button last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line bg-row px-6 py-3.5 max-md:px-4 max-md:[&>button]:flex-1">
      {children}
    </footer>
  );
}

export interface DialogProps {
  title: ReactNode;
  /** Called on Escape, Back, a click outside, and the close button. The page must then stop rendering the dialog. */
  onClose(): void;
  /** Whether work is running that must not be interrupted. The dialog cannot be closed then. */
  isWaiting?: boolean;
  /** Buttons at the foot of the dialog. */
  actions?: ReactNode;
  /** Whether the children contain their own `DialogBody` and `DialogActions`. */
  hasSteps?: boolean;
  /** If set, the dialog is a form, whose primary button must be a submit button. */
  onSubmit?(): void;
  size?: keyof typeof sizes;
  /** Whether the dialog is a drawer at the end edge of the page, as tall as the window. */
  isDrawer?: boolean;
  /** Classes of the body, for content with its own padding. */
  bodyClass?: string;
  children?: ReactNode;
}

/**
 * A dialog that is open while it is mounted. The page behind is inert. The focus starts at the field with `autoFocus`,
 * otherwise at the dialog. It stays in the dialog, and returns to where it was when the dialog closes.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, isWaiting = false, actions, onSubmit, size = "md", isDrawer = false, children } = props;
  const { hasSteps = false, bodyClass } = props;
  const id = useId();
  const closeUnlessWaiting = () => {
    if (!isWaiting) onClose();
  };
  useBack(closeUnlessWaiting);
  useEscape(closeUnlessWaiting);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React would otherwise also pass the event to a form around the component that opened the dialog.
    event.stopPropagation();
    if (!isWaiting) onSubmit?.();
  };
  const body = (
    <>
      <header className="flex items-start gap-3 px-6 pt-4.5 pb-1.5 max-md:px-4">
        <h2 id={id} className="min-w-0 flex-1 wrap-anywhere text-h2">
          {title}
        </h2>
        <TooltipButton
          icon="x"
          label={m.staff_common_action_close()}
          disabled={isWaiting}
          onClick={onClose}
          className="-me-2"
        />
      </header>
      {hasSteps ? children : <DialogBody className={bodyClass}>{children}</DialogBody>}
      {actions && <DialogActions>{actions}</DialogActions>}
    </>
  );
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isWaiting}
      isKeyboardDismissDisabled={isWaiting}
      onOpenChange={(isOpen) => !isOpen && !isWaiting && onClose()}
      className="fixed inset-0 z-50 bg-overlay transition-opacity duration-(--nh-base) starting:opacity-0"
    >
      <Modal
        className={clsx(
          "flex w-full flex-col overflow-hidden bg-surface text-ink shadow-3 transition-[translate] duration-(--nh-base) ease-out",
          isDrawer
            ? "absolute inset-y-0 end-0 ltr:starting:translate-x-8 rtl:starting:-translate-x-8"
            : "mx-auto mt-18 mb-8 max-h-[calc(100dvh-6.5rem)] w-[calc(100%-2rem)] rounded-panel starting:translate-y-2 max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none",
          sizes[size],
        )}
      >
        <AriaDialog role="dialog" aria-labelledby={id} className="flex min-h-0 flex-1 flex-col outline-none">
          {onSubmit ? (
            <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
              {body}
            </form>
          ) : (
            body
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
