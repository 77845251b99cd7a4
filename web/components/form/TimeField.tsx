import { TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { Field } from './Field'

interface TimeFieldProps {
  readonly label: string
  /** `2026-01-02T15:04:05` in the reader's time zone, "" for never. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly caption?: string
}

export function TimeField({ label, value, onChange, problem, caption }: TimeFieldProps) {
  return (
    <Field label={label} problem={problem} caption={caption}>
      <TextInput
        block
        type="datetime-local"
        step={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

interface TimeShortcutsProps {
  readonly onChange: (value: string) => void
}

const HOUR = 3600

const AHEAD = [
  { key: 'ui.in_hour', seconds: HOUR },
  { key: 'ui.in_day', seconds: 24 * HOUR },
  { key: 'ui.in_month', seconds: 30 * 24 * HOUR },
] as const

/** Never, or a while from now. */
export function TimeShortcuts({ onChange }: TimeShortcutsProps) {
  const { text } = useText()
  return (
    <div className="chips">
      <button type="button" className="chip" onClick={() => onChange('')}>
        {text('ui.never')}
      </button>
      {AHEAD.map(({ key, seconds }) => (
        <button
          key={key}
          type="button"
          className="chip"
          onClick={() => onChange(localTimeText(nowSeconds() + seconds))}
        >
          {text(key)}
        </button>
      ))}
    </div>
  )
}

/** Epoch seconds as the field writes them; "" for -1. */
export function localTimeText(seconds: number): string {
  if (seconds < 0) return ''
  const date = new Date(seconds * 1000)
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}

/** Epoch seconds, -1 for "" and NaN for what is no time. */
export function secondsOf(local: string): number {
  return local === '' ? -1 : Math.floor(new Date(local).getTime() / 1000)
}

/** A bound of what is looked for: `undefined` where none is set. */
export function boundOf(local: string): number | undefined {
  const seconds = secondsOf(local)
  return seconds >= 0 ? seconds : undefined
}
