import type { Dict } from '../dict'
import type { zhConsoleSetting } from '../zh/console-setting'

export const enConsoleSetting: Dict<typeof zhConsoleSetting> = {
  'setting.title': 'Settings',
  'setting.tabs': 'Kinds of settings',
  'setting.tab_personal': 'Personal',
  'setting.tab_operation': 'Operation',
  'setting.tab_ratelimit': 'Rate limits',
  'setting.tab_models': 'Models',
  'setting.tab_system': 'System',
  'setting.tab_other': 'Other',

  'personal.account': 'Account',
}
