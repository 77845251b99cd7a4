import type { TextKey } from '../i18n/translate'
import { OPTIONS } from '../options'

const NAMED: Readonly<Record<string, TextKey>> = {
  default: 'group.default',
  vip: 'group.vip',
}

/**
 * What a group is called. The descriptions that a fresh site comes with are in one language and
 * are shown in the reader's; what an operator has written stays as it is.
 */
export function groupText(
  name: string,
  described: string | undefined,
  text: (key: TextKey) => string,
): string {
  if (described === undefined) return text('group.own')
  const key = NAMED[name]
  const isShipped = described === OPTIONS.UserUsableGroups.default[name]
  return key !== undefined && isShipped ? text(key) : described
}
