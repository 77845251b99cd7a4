import { Label, type LabelColorOptions } from '@primer/react'
import { roleName } from '../../../server/domain/accounts/roles'
import type { TextKey } from '../../../server/domain/i18n/translate'
import {
  channelStatus,
  LOG_TYPE,
  redemptionStatus,
  statusName,
  tokenStatus,
  userStatus,
} from '../../../server/domain/status'
import { type Text, useText } from '../../app/language'

/** Kinds of columns that hold a number with a name. */
const NAMES = {
  role: roleName,
  user_status: (value: number) => statusName(userStatus, value),
  channel_status: (value: number) => statusName(channelStatus, value),
  token_status: (value: number) => statusName(tokenStatus, value),
  redemption_status: (value: number) => statusName(redemptionStatus, value),
  log_type: (value: number) => nameIn(LOG_TYPE, value),
} as const

export type StateKind = keyof typeof NAMES

const TONES: Readonly<Record<string, LabelColorOptions>> = {
  enabled: 'success',
  unused: 'success',
  disabled: 'secondary',
  used: 'done',
  auto_disabled: 'severe',
  expired: 'attention',
  exhausted: 'danger',
  admin: 'accent',
  root: 'done',
  error: 'danger',
  top_up: 'success',
  consumption: 'accent',
}

function nameIn<Name extends string>(values: Readonly<Record<Name, number>>, value: number) {
  return (Object.keys(values) as Name[]).find((name) => values[name] === value)
}

export function isStateKind(kind: string): kind is StateKind {
  return Object.hasOwn(NAMES, kind)
}

/** The name of a state in words; a number that nobody knows is unknown. */
export function stateText(kind: StateKind, value: number, text: Text): string {
  const name = NAMES[kind](value)
  return name === undefined ? text('ui.unknown') : text(`${kind}.${name}` as TextKey)
}

interface StateLabelProps {
  readonly kind: StateKind
  readonly value: number
}

/** The name of a state in its colour; a number that nobody knows is unknown. */
export function StateLabel({ kind, value }: StateLabelProps) {
  const { text } = useText()
  const name = NAMES[kind](value)
  if (name === undefined) {
    return (
      <Label variant="secondary" title={String(value)}>
        {text('ui.unknown')}
      </Label>
    )
  }
  // A user who is banned is worse than a token that rests.
  const isBanned = kind === 'user_status' && name === 'disabled'
  return (
    <Label variant={isBanned ? 'danger' : (TONES[name] ?? 'secondary')} className="state-label">
      {text(`${kind}.${name}` as TextKey)}
    </Label>
  )
}
