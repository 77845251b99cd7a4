/** Texts of single terminal screens that no other surface has. */
export const zhTerminalScreens = {
  'tui.time_hint': '例如 2026-12-31 或 2026-12-31 23:59:59',
  'tui.time_invalid': '时间格式不正确，例如 2026-12-31 23:59:59',
  'tui.number_invalid': '{{name}} 须为整数',
  'tui.changes': '改动（- 原值，+ 新值）：',

  'tui.keys_dashboard': '? 按键  h 小时  d 天  w 周  Tab 换栏  Enter 打开  : 命令  q 退出',
  'tui.range_hour': '最近 1 小时',
  'tui.next_top': '右边一栏',
  'tui.previous_top': '左边一栏',
  'tui.open_spender': '打开该用户、令牌或模型的日志',
  'tui.failures': '失败',
  'tui.calls': '{{count}} 次',
  'tui.tops': '消费最多（{{range}}）',
  'tui.tops_cut': '调用太多，只统计 {{time}} 以后的',
} as const
