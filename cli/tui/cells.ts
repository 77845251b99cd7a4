/** Cells of lists as text. States carry a sign besides their colour. */

import { roleName } from '../../server/domain/accounts/roles'
import { channelTypeById } from '../../server/domain/channel-types'
import { channelTypeName } from '../../server/domain/channels/type-name'
import type { Language, TextKey } from '../../server/domain/i18n/translate'
import type { ColumnKind } from '../../server/domain/resources/resource'
import {
  CHANNEL_STATUS,
  LOG_TYPE,
  REDEMPTION_STATUS,
  TOKEN_STATUS,
  USER_STATUS,
} from '../../server/domain/status'
import type { Formats } from '../../server/domain/text/formats'
import { plain } from '../text-width'
import { type Tone, toneOf } from '../tones'
import type { Text } from './tools'

export interface CellText {
  readonly text: string
  readonly tone: Tone
}

export interface Reader {
  readonly language: Language
  readonly text: Text
  readonly format: Formats
}

const STATES = {
  user_status: USER_STATUS,
  channel_status: CHANNEL_STATUS,
  token_status: TOKEN_STATUS,
  redemption_status: REDEMPTION_STATUS,
  log_type: LOG_TYPE,
} as const

export type StateKind = keyof typeof STATES

const SIGNS: Readonly<Record<Tone, string>> = {
  good: '+',
  quiet: '-',
  bad: '!',
  warning: '!',
  none: ' ',
}

export function isStateKind(kind: ColumnKind | StateKind): kind is StateKind {
  return Object.hasOwn(STATES, kind)
}

/** Wire value and title of every state of a kind, for filters. */
export function statesOf(kind: StateKind, text: Text): readonly { value: string; title: string }[] {
  return Object.entries(STATES[kind]).map(([name, value]) => ({
    value: String(value),
    title: text(`${kind}.${name}` as TextKey),
  }))
}

function stateCell(kind: StateKind, value: number, text: Text): CellText {
  const name = Object.entries(STATES[kind]).find(([, number]) => number === value)?.[0]
  if (name === undefined) return { text: `${text('ui.unknown')} (${value})`, tone: 'none' }
  const title = text(`${kind}.${name}` as TextKey)
  const tone = kind === 'log_type' && name !== 'error' ? 'none' : toneOf(name)
  return { text: `${SIGNS[tone]} ${title}`, tone }
}

const NUMERIC: ReadonlySet<ColumnKind> = new Set([
  'id',
  'number',
  'quota',
  'money_usd',
  'duration_s',
  'duration_ms',
])

export function isNumeric(kind: ColumnKind): boolean {
  return NUMERIC.has(kind)
}

const NOTHING: CellText = { text: '-', tone: 'quiet' }

export function cellOf(kind: ColumnKind, value: unknown, reader: Reader): CellText {
  if (value === '' || value === null || value === undefined) return NOTHING
  if (isStateKind(kind)) return stateCell(kind, Number(value), reader.text)
  const text = cellText(kind, value, reader)
  return text === '' ? NOTHING : { text: plain(text), tone: 'none' }
}

function cellText(kind: ColumnKind, value: unknown, reader: Reader): string {
  const { text, format, language } = reader
  const number = Number(value)
  switch (kind) {
    case 'id':
      return number === 0 ? '' : String(number)
    case 'number':
      return format.count(number)
    case 'quota':
      return format.quota(number)
    case 'money_usd':
      return format.usd(number, 2)
    case 'flag':
      return text(value === true || number === 1 ? 'ui.yes' : 'ui.no')
    case 'time_s':
      return timeText(number, text)
    case 'duration_s':
      return text('ui.seconds', { count: number })
    case 'duration_ms':
      return number <= 0 ? '' : text('ui.seconds', { count: (number / 1000).toFixed(2) })
    case 'role':
      return text(`role.${roleName(number)}`)
    case 'channel_type':
      return typeText(number, language)
    case 'list':
      return String(value)
        .split(/[\n,]/)
        .filter((item) => item.trim() !== '')
        .join(', ')
    default:
      return String(value)
  }
}

function typeText(type: number, language: Language): string {
  const row = channelTypeById(type)
  return row === undefined ? String(type) : channelTypeName(row, language)
}

/** Local time, as long in every language: `2026-11-22 09:05:00`. */
export function timeText(seconds: number, text: Text): string {
  if (seconds === -1) return text('ui.never')
  if (seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${day} ${time}`
}
