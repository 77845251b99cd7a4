import { tokenFields } from '../../../server/domain/nouns/token'
import { type OwnFlags, withoutFlag } from '../../command/noun-flags'
import { CREDITS_NOTE } from '../../usd'
import { expiryFrom } from '../expiry'
import { TOKEN_VIEW } from './view'

type TokenFlags = OwnFlags<typeof tokenFields>

const EXPIRES = {
  name: 'expires',
  kind: 'text',
  value: 'WHEN',
  summary: 'never, 12h, 30d, or a date and time',
  read: expiryFrom,
} as const

/** Where the noun alone would say too little. */
export const CREATE_FLAGS: TokenFlags = {
  // The positional argument, or its flag.
  name: false,
  remain_quota: {
    name: 'quota',
    kind: 'integer',
    summary: `credits the token may spend; ${CREDITS_NOTE} (default 0)`,
  },
  unlimited_quota: {
    name: 'unlimited',
    kind: 'switch',
    summary: "no limit but the owner's balance",
  },
  expired_time: EXPIRES,
  model_limits: { name: 'models', kind: 'text', value: 'A,B', summary: 'only these models' },
  // A list of models says it.
  model_limits_enabled: false,
  allow_ips: {
    name: 'ips',
    kind: 'text',
    value: 'LIST',
    summary: 'only from these addresses or CIDR ranges; with ! in front not from them',
  },
  tags: {
    kind: 'text',
    value: 'A,B',
    summary: 'tags of every call with it, for telling spend apart',
  },
  group: {
    kind: 'text',
    summary: "group to call with (default: the owner's)",
    completes: 'group',
  },
}

export const SET_FLAGS: TokenFlags = {
  name: { kind: 'text', summary: 'new name' },
  remain_quota: {
    name: 'quota',
    kind: 'integer',
    summary: `credits that it may spend from now on (${CREDITS_NOTE})`,
  },
  unlimited_quota: {
    kind: 'boolean',
    summary: "whether nothing but the owner's balance limits it",
  },
  expired_time: EXPIRES,
  model_limits: {
    name: 'models',
    kind: 'text',
    value: 'A,B',
    summary: 'only these models; "" allows all',
  },
  model_limits_enabled: false,
  allow_ips: {
    name: 'ips',
    kind: 'text',
    value: 'LIST',
    summary: 'only from these addresses, with ! in front not from them; "" allows all',
  },
  tags: { kind: 'text', value: 'A,B', summary: 'tags of every call with it; "" for none' },
  group: { kind: 'text', summary: 'group to call with', completes: 'group' },
}

const GIVEN_OTHERWISE = ['name', 'user_id', 'key']

/** Of a token that is shown: what a new one does not take over. */
export const UNSETTABLE = withoutFlag(tokenFields, CREATE_FLAGS, TOKEN_VIEW.fields).filter(
  (field) => !GIVEN_OTHERWISE.includes(field),
)
