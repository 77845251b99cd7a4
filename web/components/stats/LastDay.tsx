import { Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import type { DayJson } from '../../../server/domain/endpoints/stats'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Sparkline } from '../chart/Sparkline'
import { useStatFormats } from './use-stat-formats'
import './stats.css'

/** Whoever watches an incident need not press anything. */
const EVERY_MS = 30_000

/** The last day of the channels of a page, by their ids; empty until it is read. */
export function useLastDays(ids: readonly number[] | undefined): ReadonlyMap<number, DayJson> {
  const query = { ids: (ids ?? []).join(',') }
  const skip = ids === undefined || ids.length === 0
  const { data = [] } = useEndpoint('stats.day', { query }, { skip, everyMs: EVERY_MS })
  return new Map(data.map((day) => [day.id, day]))
}

type DayCounts = Pick<DayJson, 'calls' | 'failed' | 'calls_by_hour' | 'failed_by_hour'>

interface LastDayProps {
  readonly day: DayCounts | undefined
  /** Its calls in the log. */
  readonly to: string
  readonly name: string
}

/** Share of failed calls that takes the place of how many there were. */
const WORTH_SAYING = 0.02

/** The hours of a day as a line of bars, and what they come to. */
export function LastDay({ day, to, name }: LastDayProps) {
  const { text } = useText()
  const { share, count } = useStatFormats()
  if (day === undefined || day.calls === 0) return <span className="last-day" />
  const { calls, failed, calls_by_hour, failed_by_hour } = day
  const isBad = failed > calls * WORTH_SAYING
  return (
    <span className="last-day">
      <Sparkline values={calls_by_hour} bad={failed_by_hour} />
      <PrimerLink
        as={Link}
        href={to}
        className={isBad ? 'number top-bad' : 'number'}
        title={text('stats.failed_of', { failed, calls })}
        aria-label={text('stats.log_of', { name })}
      >
        {isBad ? text('stats.failed_short', { share: share(failed, calls) }) : count(calls)}
      </PrimerLink>
    </span>
  )
}
