import { tokenFields } from '../../../server/domain/nouns/token'
import { statusName, tokenStatus } from '../../../server/domain/status'
import type { TokenView } from '../../../server/services/tokens/view'
import { nounView } from '../../output/noun-view'
import type { View } from '../../output/output'
import { usdText } from '../../usd'
import { words } from '../../words'

/** A token as shown; `key` is the full key with `sk-`, or null where it is not shown. */
export type ShownToken = TokenView & { readonly key: string | null }

/** How clients write a key. */
export function writtenKey(bareKey: string): string {
  return `sk-${bareKey}`
}

export const TOKEN_VIEW: View<ShownToken> = nounView(tokenFields, {
  chosen: [
    'id',
    'key',
    'key_hint',
    'user_id',
    'name',
    'status',
    'group',
    'remain_quota',
    'unlimited_quota',
    'used_quota',
    'created_time',
    'accessed_time',
    'expired_time',
    'model_limits_enabled',
    'model_limits',
    'allow_ips',
  ],
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USER', value: 'user_id', kind: 'number', isMinor: true },
    { title: 'NAME', value: 'name' },
    { title: 'KEY', field: 'key', value: (token) => token.key ?? token.key_hint, isMinor: true },
    {
      title: 'STATUS',
      field: 'status',
      value: (token) => statusName(tokenStatus, token.status) ?? '?',
      kind: 'word',
    },
    { title: 'GROUP', value: 'group' },
    {
      title: 'REMAIN',
      field: 'remain_quota',
      value: (token) => (token.unlimited_quota ? words`unlimited` : usdText(token.remain_quota)),
      kind: 'credits',
    },
    { title: 'SPENT', value: 'used_quota', kind: 'credits' },
    { title: 'CREATED', value: 'created_time', kind: 'time_s', isMinor: true },
    { title: 'EXPIRES', value: 'expired_time', kind: 'time_s' },
  ],
  details: [
    { title: 'LAST USED', value: 'accessed_time', kind: 'time_s' },
    {
      title: 'MODELS',
      value: (token) => (token.model_limits_enabled ? token.model_limits : words`all`),
    },
    {
      title: 'ADDRESSES',
      value: (token) => token.allow_ips?.replaceAll(/\s+/g, ' ') || words`all`,
    },
  ],
  quiet: (token) => token.key ?? String(token.id),
})
