import { useState } from "react";
import { useMediaQuery } from "../parts/use-media-query.ts";
import { useStored } from "../frame/stored.ts";

/**
 * Whether the menu is open. In a wide window the browser remembers it. In a narrow window the menu starts closed. On a
 * phone it is a drawer.
 */
export interface MenuState {
  isPhone: boolean;
  isOpen: boolean;
  setIsOpen(isOpen: boolean): void;
}

export function useMenuState(): MenuState {
  const isPhone = useMediaQuery("(width < 768px)");
  const isNarrow = useMediaQuery("(width < 1200px)");
  const [isOpenWide, setIsOpenWide] = useStored("sidebar.open", true);
  const [isOpenNarrow, setIsOpenNarrow] = useState(false);
  return isNarrow
    ? { isPhone, isOpen: isOpenNarrow, setIsOpen: setIsOpenNarrow }
    : { isPhone, isOpen: isOpenWide, setIsOpen: setIsOpenWide };
}
