/** Texts of single terminal screens that no other surface has. */
export const zhTerminalScreens = {
  'tui.time_hint': '例如 2026-12-31 或 2026-12-31 23:59:59',
  'tui.time_invalid': '时间格式不正确，例如 2026-12-31 23:59:59',
  'tui.number_invalid': '{{name}} 须为整数',
  'tui.changes': '改动（- 原值，+ 新值）：',
} as const
