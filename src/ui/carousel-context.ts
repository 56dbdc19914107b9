import { createContext } from "react";

export interface CarouselState {
  label: string;
  /** Index of the first slide in view, counted from 0. */
  index: number;
  slideCount: number;
  /**
   * Number of stops. Equals the number of slides, or less when several slides are in view and the carousel does not
   * loop.
   */
  stopCount: number;
  canGoBack: boolean;
  canGoForward: boolean;
  goBack: () => void;
  goForward: () => void;
  /** Whether autoplay is running. */
  isMoving: boolean;
  viewport: (element: HTMLElement | null) => void;
  /** Whether the engine has taken over scrolling from the browser. */
  isReady: boolean;
}

export const CarouselContext = createContext<CarouselState | undefined>(undefined);
