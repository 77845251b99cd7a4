/** The settings page: its frame, and what people set for themselves. */
export const zhConsoleSetting = {
  'setting.title': '设置',
  'setting.tabs': '设置分类',
  'setting.tab_personal': '个人设置',
  'setting.tab_operation': '运营设置',
  'setting.tab_ratelimit': '速率限制设置',
  'setting.tab_models': '模型相关设置',
  'setting.tab_system': '系统设置',
  'setting.tab_other': '其他设置',

  'personal.account': '账户概览',
} as const
