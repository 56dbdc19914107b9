import { useState } from "react";
import { useMediaQuery } from "../parts/use-media-query.ts";
import { useStored } from "../frame/stored.ts";

/** Whether the menu is open. A wide window remembers it; a narrow one starts closed. On phones the menu is a drawer. */
export interface MenuState {
  isPhone: boolean;
  isOpen: boolean;
  setIsOpen(isOpen: boolean): void;
}

export function useMenuState(): MenuState {
  const isPhone = useMediaQuery("(width < 768px)");
  const isNarrow = useMediaQuery("(width < 1200px)");
  const [isRemembered, setIsRemembered] = useStored("sidebar.open", true);
  const [isOpenHere, setIsOpenHere] = useState(false);
  return isNarrow
    ? { isPhone, isOpen: isOpenHere, setIsOpen: setIsOpenHere }
    : { isPhone, isOpen: isRemembered, setIsOpen: setIsRemembered };
}
