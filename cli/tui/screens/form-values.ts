/** What is typed into forms, as calls take it. */
import { ApiError } from '../../../server/domain/api-calls/answer'
import { type StateKind, statesOf, timeText } from '../cells'
import type { FieldRow } from '../form-draft'
import type { Text, Tools } from '../tools'

/** A local refusal, shown like those of the gateway. */
export function refuse(message: string): never {
  throw new ApiError(200, { message })
}

/** An integer; throws `otherwise` for anything else. */
export function whole(typed: string | undefined, otherwise: string): number {
  const digits = (typed ?? '').trim()
  return /^[+-]?\d{1,15}$/.test(digits) ? Number(digits) : refuse(otherwise)
}

/** Epoch seconds of a local time; -1 for nothing. */
export function secondsOf(typed: string | undefined, otherwise: string): number {
  const time = (typed ?? '').trim()
  if (time === '') return -1
  const isDate = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(time)
  const full = time.length === 10 ? `${time}T00:00:00` : time.replace(' ', 'T')
  const ms = isDate ? new Date(full).getTime() : Number.NaN
  return Number.isNaN(ms) ? refuse(otherwise) : Math.floor(ms / 1000)
}

/** As `secondsOf` reads it; "" for never. */
export function timeValue(seconds: number, text: Text): string {
  return seconds > 0 ? timeText(seconds, text) : ''
}

/** For filters: any state, or one. */
export function stateFilter(kind: StateKind, label: string, text: Text): FieldRow {
  const any = { value: '', title: text('tui.any') }
  return { name: 'status', label, kind: 'choice', choices: [any, ...statesOf(kind, text)] }
}

interface GroupField {
  readonly name: string
  readonly label: string
  /** What "" means. */
  readonly blank?: string
}

/** Any of the groups there are. */
export async function groupField(
  { api }: Tools,
  { name, label, blank }: GroupField,
): Promise<FieldRow> {
  const { data } = await api.call('group.list')
  const groups = data.map((group) => ({ value: group, title: group }))
  const choices = blank === undefined ? groups : [{ value: '', title: blank }, ...groups]
  return { name, label, kind: 'choice', choices }
}

export function numberOrNothing(value: string | undefined): number | undefined {
  return value === undefined || value === '' ? undefined : Number(value)
}

/** A number that narrows a list, if any is typed. */
export function wholeFilter(
  typed: string | undefined,
  name: string,
  text: Text,
): number | undefined {
  if ((typed ?? '').trim() === '') return undefined
  return whole(typed, text('tui.number_invalid', { name }))
}
