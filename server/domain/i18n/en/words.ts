import type { Dict } from '../dict'
import type { zhWords } from '../zh/words'

export const enWords = {
  'group.own': 'user group',
  'group.default': 'Default group',
  'group.vip': 'VIP group',
  'site.running': 'The service is running',
} as const satisfies Dict<typeof zhWords>
