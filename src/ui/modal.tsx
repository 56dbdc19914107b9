import { clsx } from "clsx/lite";
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react";
import { m } from "#messages";
import { IconButton } from "./icon-button.tsx";
import { trapFocus } from "./trap-focus.ts";

export interface ModalProps {
  isOpen: boolean;
  /** Called on Escape, the scrim and the close button. The page decides whether to close. */
  onClose: () => void;
  title: ReactNode;
  closeLabel?: string;
  children: ReactNode;
  /**
   * `sheet` fills the height at the inline end (site menu, cart drawer). `dialog` is centred, or at the bottom on
   * phones.
   */
  variant?: "dialog" | "sheet";
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  className?: string;
}

const variants = {
  dialog:
    "m-auto w-[min(30rem,calc(100%-2.5rem))] max-h-[calc(100dvh-2.5rem)] rounded-panel starting:translate-y-3 max-md:mb-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:starting:translate-y-16",
  sheet: "ms-auto me-0 my-0 h-dvh max-h-dvh w-[min(26rem,100%)] max-w-full",
};

/**
 * A native `dialog`. The page behind is inert and does not scroll, the focus is trapped and restored. The content is
 * mounted only while it is open.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  closeLabel = m.ui_close(),
  children,
  variant = "dialog",
  hideTitle,
  className,
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    const previousFocus = document.activeElement;
    dialog.showModal();
    // The browser would focus the close button. A form starts at its first field, a message at its title.
    const focusTarget =
      dialog.querySelector<HTMLElement>("[data-autofocus], input:not([type='hidden']), select, textarea") ??
      dialog.querySelector<HTMLElement>("h2");
    focusTarget?.focus();
    return () => {
      dialog.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [isOpen]);

  const closeOnScrim = (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget && onClose();

  return (
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={trapFocus}
      onPointerDown={closeOnScrim}
      className={clsx(
        "border border-line bg-raised p-0 text-ink shadow-3 backdrop:bg-overlay transition-[opacity,translate] duration-(--nh-base) ease-out starting:opacity-0",
        variants[variant],
        className,
      )}
    >
      {isOpen && (
        <div className={variant === "sheet" ? "flex min-h-full flex-col p-5" : "p-6"}>
          <div className="mb-5 flex items-center justify-between gap-4">
            <h2 id={headingId} tabIndex={-1} className={clsx("text-h3", hideTitle && "sr-only")}>
              {title}
            </h2>
            <IconButton icon="x" label={closeLabel} onClick={onClose} className="-me-2 ms-auto" />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
