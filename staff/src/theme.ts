/** MUI's theme from the design's tokens (the design's STAFF.md §10). */
import { createElement, type ComponentProps } from "react";
import { Fade } from "@mui/material";
import { createTheme, type Theme } from "@mui/material/styles";
import { Icon } from "./ui/icon.tsx";
import type { IconName } from "./ui/icon-names.ts";

const ring = "0 0 0 2px #fff, 0 0 0 4px #6a50ae";
const shadow1 = "0 1px 2px rgb(6 43 39 / .06)";
const shadow2 = "0 1px 2px rgb(6 43 39 / .05), 0 6px 20px -6px rgb(6 43 39 / .12)";
const shadow3 = "0 2px 6px rgb(6 43 39 / .06), 0 24px 60px -16px rgb(6 43 39 / .26)";
const shadows = [
  "none",
  shadow1,
  shadow1,
  shadow1,
  ...Array<string>(5).fill(shadow2),
  ...Array<string>(16).fill(shadow3),
];

const text = '"IBM Plex Sans", "IBM Plex Sans Arabic", system-ui, sans-serif';
const display = '"Readex Pro Variable", "IBM Plex Sans Arabic", system-ui, sans-serif';

/** Boxes and arrows as the design draws them; MUI's have sharp, dark edges. */
const box = (state = "", icon?: IconName) =>
  createElement("span", { className: `tick-box ${state}` }, icon && createElement(Icon, { name: icon, size: 13 }));
const SelectArrow = ({ className }: ComponentProps<"svg">) =>
  createElement(Icon, { name: "chevron-down", size: 16, className: className ?? "" });

/**
 * What opens fades in. MUI lets menus grow: a choice pressed meanwhile has moved from under the pointer when the button
 * is let go, and nothing is chosen.
 */
const unmoving = { transition: Fade };

const still = { shortest: 0, shorter: 0, short: 0, standard: 0, complex: 0, enteringScreen: 0, leavingScreen: 0 };

/** The theme of a language: Arabic is larger, taller and not tracked. `isStill`: for those who asked for no motion. */
export function portalTheme(locale: string, isStill = false): Theme {
  const isArabic = locale === "ar";
  const heading = { fontFamily: display, fontWeight: isArabic ? 400 : 350, letterSpacing: isArabic ? 0 : "-.014em" };
  const small = isArabic ? 14 : 13;
  return createTheme({
    direction: isArabic ? "rtl" : "ltr",
    palette: {
      primary: { main: "#0c6155", dark: "#094a41", light: "#e4f3ee", contrastText: "#fff" },
      secondary: { main: "#6a50ae", light: "#f0ebfb" },
      success: { main: "#1b6b3a", light: "#e3f4e8" },
      warning: { main: "#855000", light: "#fcf0d8" },
      error: { main: "#b3261e", light: "#fceae8" },
      info: { main: "#1f5c93", light: "#e6f0f9" },
      background: { default: "#f6f2e9", paper: "#fff" },
      text: { primary: "#0b211e", secondary: "#3b4f4b", disabled: "#5a6d68" },
      divider: "#dde5e1",
      action: { hover: "#faf8f3", selected: "#e4f3ee" },
    },
    typography: {
      fontFamily: text,
      fontSize: 14,
      body1: { fontSize: isArabic ? 15 : 14, lineHeight: isArabic ? 1.65 : 1.45 },
      body2: { fontSize: isArabic ? 15 : 14, lineHeight: isArabic ? 1.65 : 1.45 },
      caption: { fontSize: small, lineHeight: isArabic ? 1.65 : 1.45 },
      h1: { ...heading, fontSize: 26, lineHeight: isArabic ? 1.45 : 1.25 },
      h2: { ...heading, fontSize: 20, lineHeight: 1.4 },
      h3: { fontSize: 16, fontWeight: 600, lineHeight: isArabic ? 1.6 : 1.4 },
      button: { textTransform: "none", fontWeight: 500 },
    },
    shape: { borderRadius: 9 },
    spacing: 4,
    ...(isStill ? { transitions: { create: () => "none", duration: still } } : {}),
    shadows: shadows as Theme["shadows"],
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { "&.Mui-focusVisible": { boxShadow: ring } } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { minHeight: 36, "@media (pointer: coarse), (max-width: 767px)": { minHeight: 44 } },
          contained: {
            "&.Mui-disabled": { backgroundColor: "#eff4f2", color: "#5a6d68", boxShadow: "inset 0 0 0 1px #dde5e1" },
          },
          sizeSmall: { minHeight: 30, fontSize: small },
          outlined: {
            "&:not(.MuiButton-colorError)": { borderColor: "#7f918c" },
            "&.MuiButton-colorError": { borderColor: "#b3261e" },
            backgroundColor: "#fff",
            "&.Mui-disabled": { borderColor: "#dde5e1", color: "#5a6d68" },
            "&.MuiButton-colorPrimary:not(:disabled, .on-band)": {
              color: "#0b211e",
              "&:hover": { color: "#0c6155", borderColor: "#0c6155" },
            },
          },
        },
      },
      MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
      MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "none" } },
      MuiTextField: { defaultProps: { variant: "outlined", size: "small", margin: "none" } },
      MuiSelect: {
        defaultProps: { IconComponent: SelectArrow },
        styleOverrides: { icon: { top: "calc(50% - 8px)", right: 10 } },
      },
      MuiAutocomplete: {
        defaultProps: { size: "small" },
        styleOverrides: {
          paper: { marginBlock: 4, border: "1px solid #e4dccb", borderRadius: 12, boxShadow: shadow3 },
          listbox: { padding: 6 },
          option: { borderRadius: 7 },
        },
      },
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          root: {
            position: "static",
            transform: "none",
            maxWidth: "none",
            marginBottom: 4,
            fontSize: small,
            fontWeight: 500,
            color: "#3b4f4b",
            overflow: "visible",
            whiteSpace: "normal",
            "&.Mui-focused, &.Mui-error": { color: "#3b4f4b" },
          },
          asterisk: { color: "#b3261e", marginInlineStart: 3 },
        },
      },
      MuiOutlinedInput: {
        defaultProps: { notched: false },
        styleOverrides: {
          root: {
            backgroundColor: "#fff",
            "&.MuiInputBase-adornedStart": { paddingInlineStart: 11 },
            "&.MuiInputBase-adornedStart .MuiInputBase-input": { paddingInlineStart: 0 },
            "& .MuiOutlinedInput-notchedOutline": { borderColor: "#7f918c" },
            "&.Mui-focused": { boxShadow: "0 0 0 3px rgb(12 97 85 / .16)" },
            "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderWidth: 1 },
            "&.Mui-error .MuiOutlinedInput-notchedOutline": { borderWidth: 2 },
          },
          input: {
            // The field as a whole has the ring.
            "&:focus-visible": { boxShadow: "none" },
            "&::placeholder": { color: "#5a6d68", opacity: 1 },
            height: 22,
            padding: "8px 11px",
            "@media (pointer: coarse), (max-width: 767px)": { height: 28, fontSize: 16 },
          },
          multiline: { padding: "8px 11px", "& textarea": { height: "auto", padding: 0 } },
          notchedOutline: { top: 0, "& legend": { display: "none" } },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: small } } },
      MuiTableCell: {
        styleOverrides: {
          root: { padding: "10px", borderColor: "#dde5e1", fontVariantNumeric: "tabular-nums" },
          head: {
            fontSize: small,
            fontWeight: 500,
            color: "#5a6d68",
            backgroundColor: "#faf8f3",
            whiteSpace: "nowrap",
          },
        },
      },
      MuiChip: {
        styleOverrides: { root: { height: 24, fontSize: small, fontWeight: 500 }, icon: { width: 14, height: 14 } },
      },
      MuiCard: { styleOverrides: { root: { borderRadius: 14, border: "1px solid #e4dccb", boxShadow: shadow1 } } },
      MuiToggleButton: {
        styleOverrides: {
          root: {
            gap: 6,
            minHeight: 36,
            padding: "4px 12px",
            background: "#fff",
            borderColor: "#7f918c",
            color: "#3b4f4b",
            fontSize: isArabic ? 15 : 14,
            lineHeight: 1.4,
            textTransform: "none",
            "&.Mui-selected, &.Mui-selected:hover": { background: "#e4f3ee", color: "#094a41" },
            "&.Mui-disabled": { color: "#5a6d68" },
          },
        },
      },
      MuiTabs: {
        defaultProps: { scrollButtons: false },
        styleOverrides: { root: { minHeight: 42 }, indicator: { height: 2 } },
      },
      MuiTab: {
        styleOverrides: {
          root: { minWidth: 0, minHeight: 42, padding: "0 12px", textTransform: "none", fontWeight: 400 },
        },
      },
      MuiCheckbox: {
        defaultProps: { icon: box(), checkedIcon: box("on", "check"), indeterminateIcon: box("on", "minus") },
      },
      MuiRadio: { defaultProps: { icon: box("round"), checkedIcon: box("round on") } },
      MuiSwitch: {
        styleOverrides: {
          root: { width: 38, height: 22, padding: 0, margin: 8, overflow: "visible" },
          switchBase: {
            padding: 3,
            "&.Mui-checked": { transform: "translateX(16px)" },
            "&.Mui-checked + .MuiSwitch-track": { opacity: 1 },
          },
          thumb: { width: 16, height: 16, backgroundColor: "#fff", boxShadow: "none" },
          track: { borderRadius: 11, backgroundColor: "#7f918c", opacity: 1 },
        },
      },
      MuiBackdrop: {
        styleOverrides: { root: { "&:not(.MuiBackdrop-invisible)": { backgroundColor: "rgb(5 31 28 / .55)" } } },
      },
      MuiDialog: {
        styleOverrides: {
          // From the top, so that what opens in it moves nothing that has been read.
          container: { alignItems: "flex-start" },
          paper: {
            borderRadius: 18,
            margin: "72px 16px 32px",
            maxHeight: "calc(100% - 104px)",
            "@media (max-width: 767px)": { "&&": { margin: 16, maxHeight: "calc(100% - 32px)" } },
          },
          paperWidthXs: { maxWidth: 512 },
          paperFullWidth: {
            "@media (max-width: 767px)": { "&&": { width: "calc(100% - 32px)", maxWidth: "calc(100% - 32px)" } },
          },
        },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { ...heading, fontSize: 20, lineHeight: 1.4, padding: 0 } },
      },
      MuiDialogContent: { styleOverrides: { root: { padding: "10px 24px 20px" } } },
      MuiDialogActions: {
        styleOverrides: {
          root: {
            padding: "14px 24px",
            gap: 10,
            borderBlockStart: "1px solid #dde5e1",
            backgroundColor: "#faf8f3",
            "& > :not(style) ~ :not(style)": { marginInlineStart: 0 },
          },
        },
      },
      MuiMenu: {
        defaultProps: { slots: unmoving },
        styleOverrides: { paper: { border: "1px solid #e4dccb", borderRadius: 12 }, list: { padding: 6 } },
      },
      MuiPopover: { defaultProps: { slots: unmoving } },
      MuiTooltip: { styleOverrides: { tooltip: { backgroundColor: "#051f1c", fontSize: 13 } } },
      MuiListItemIcon: { styleOverrides: { root: { "&&": { minWidth: 0 } } } },
      MuiMenuItem: { styleOverrides: { root: { minHeight: 36, borderRadius: 7, paddingInline: 10, gap: 10 } } },
      MuiLink: { defaultProps: { underline: "hover" } },
    },
  });
}
