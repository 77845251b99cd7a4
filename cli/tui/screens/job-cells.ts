/** What drawings and tasks have in common: actions, states and times in cells. */
import { isTextKey } from '../../../server/domain/i18n/translate'
import type { Tone } from '../../tones'
import type { CellText, Reader } from '../cells'
import { timeText } from '../cells'
import type { FieldRow } from '../form-draft'
import type { Text } from '../tools'
import { wholeFilter } from './form-values'

/** By the names that the states of both kinds of jobs have. */
const SIGNS: Readonly<Record<string, readonly [string, Tone]>> = {
  success: ['+', 'good'],
  failure: ['!', 'bad'],
  in_progress: ['~', 'warning'],
  modal: ['~', 'warning'],
}

/** A value that is none of ours is shown as stored. */
export function jobStatusCell(name: string | undefined, status: string, text: Text): CellText {
  const [sign, tone] = SIGNS[name ?? ''] ?? [' ', 'none' as const]
  return { text: `${sign} ${named(`job_status.${name}`, status, text)}`, tone }
}

export function jobActionCell(action: string, text: Text): CellText {
  return { text: named(`job_action.${action}`, action, text), tone: 'none' }
}

export function timeCell(seconds: number, { text }: Reader): CellText {
  return { text: timeText(seconds, text) || '-', tone: seconds > 0 ? 'none' : 'quiet' }
}

function named(key: string, otherwise: string, text: Text): string {
  return isTextKey(key) ? text(key) : otherwise
}

/** Of admins: the channel that a job went to. */
export function channelFilter(text: Text): FieldRow {
  return { name: 'channel_id', label: text('log.by_channel'), kind: 'text' }
}

export function channelIdOf(
  filters: Readonly<Record<string, string>>,
  text: Text,
): number | undefined {
  return wholeFilter(filters.channel_id, text('log.by_channel'), text)
}

/** Seconds between two moments, of jobs that have an end. */
export function secondsBetween(from: number, to: number): number | undefined {
  return to > 0 ? Math.round(Math.max(0, to - from) * 10) / 10 : undefined
}
