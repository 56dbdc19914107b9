import { useState } from "react";
import { useSidebarState } from "ra-ui-materialui";
import { useMediaQuery } from "@mui/material";

/** The menu beside the page, remembered; on phones a drawer over it, closed whenever the portal is opened. */
export interface MenuState {
  isPhone: boolean;
  isOpen: boolean;
  setIsOpen(isOpen: boolean): void;
}

export function useMenuState(): MenuState {
  const isPhone = useMediaQuery("(width < 768px)");
  const [isSidebarOpen, setIsSidebarOpen] = useSidebarState();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  return isPhone
    ? { isPhone, isOpen: isDrawerOpen, setIsOpen: setIsDrawerOpen }
    : { isPhone, isOpen: isSidebarOpen, setIsOpen: setIsSidebarOpen };
}
