import { type PointerEvent, useMemo, useState } from 'react'
import type { StatusPageJson } from '../../../server/domain/endpoints/status-page'
import { type ServiceState, stateOf } from '../../../server/domain/status-page/states'
import { LOCALES } from '../../../server/domain/text/formats'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'

interface DayBarsProps {
  readonly name: string
  /** Percent of each day, the oldest first; null without calls. */
  readonly days: readonly (number | null)[]
  /** Epoch seconds at which the first day begins. */
  readonly from: number
  readonly definition: StatusPageJson['definition']
}

const DAY = 86_400
const STEP = 4
const WIDTH = 3
const HEIGHT = 32

/** Heights, so that nothing is conveyed by colour alone. */
const DRAWN = {
  operational: HEIGHT,
  degraded: 22,
  outage: 12,
  no_data: 3,
} as const satisfies Partial<Record<ServiceState, number>>
type DayState = keyof typeof DRAWN

/** A bar for each day; one of them is described in words, by the pointer or with the arrow keys. */
export function DayBars({ name, days, from, definition }: DayBarsProps) {
  const { text, language } = useText()
  const { number } = useFormat()
  const last = days.length - 1
  const [at, point] = useState(last)
  const [isOn, turn] = useState(false)
  const paths = useMemo(() => pathsOf(days, definition), [days, definition])
  // Days are those of UTC, wherever the reader is.
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' })
  const percent = days[at] ?? null
  const day = date.format(new Date((from + at * DAY) * 1000))
  const caption =
    percent === null
      ? text('status_page.day_without', { date: day })
      : text('status_page.day', { date: day, percent: number(percent) })
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * days.length)
    point(Math.min(last, Math.max(0, index)))
    turn(true)
  }
  return (
    <div className="day-bars" data-on={isOn}>
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {paths.map(({ state, path }) => (
          <path key={state} data-state={state} d={path} />
        ))}
        {isOn && <rect className="day-mark" x={at * STEP} width={WIDTH} height={HEIGHT} />}
      </svg>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={text('status_page.days_of', { name })}
        aria-valuetext={caption}
        onChange={({ target }) => point(Number(target.value))}
        onPointerMove={follow}
        onPointerLeave={() => turn(false)}
        onFocus={() => turn(true)}
        onBlur={() => turn(false)}
      />
      <p className="day-caption" aria-hidden>
        {isOn ? (
          caption
        ) : (
          <>
            <span>{text('status_page.days_ago', { days: days.length })}</span>
            <span>{text('status_page.today')}</span>
          </>
        )}
      </p>
    </div>
  )
}

interface StatePath {
  readonly state: DayState
  readonly path: string
}

/** All days of a state are one shape: pages have hundreds of models. */
function pathsOf(
  days: DayBarsProps['days'],
  { degraded_below, outage_below }: DayBarsProps['definition'],
): readonly StatePath[] {
  const thresholds = { degradedBelow: degraded_below, outageBelow: outage_below, minCalls: 0 }
  const stateOfDay = (percent: number | null): ServiceState =>
    percent === null
      ? 'no_data'
      : stateOf({ calls: 10_000, failed: 10_000 - percent * 100 }, thresholds)
  const states = days.map(stateOfDay)
  const kinds: readonly DayState[] = ['operational', 'degraded', 'outage', 'no_data']
  return kinds.map((state) => ({
    state,
    path: states
      .map((one, index) => (one === state ? bar(index * STEP, DRAWN[state]) : ''))
      .join(''),
  }))
}

function bar(x: number, height: number): string {
  return `M${x} ${HEIGHT - height}h${WIDTH}v${height}h-${WIDTH}z`
}
