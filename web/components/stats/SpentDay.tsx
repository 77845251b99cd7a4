import { Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import { DAY } from '../../../server/domain/logs/rollups'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { type LogQuery, logLink } from '../text/log-link'

interface SpentDayProps {
  readonly credits: number
  /** Filters of the log that find the requests. */
  readonly wish: LogQuery
  readonly name: string
}

/** What was spent in the last day, which leads to the requests that spent it. */
export function SpentDay({ credits, wish, name }: SpentDayProps) {
  const { text } = useText()
  const format = useFormat()
  const amount = format.quota(credits)
  if (credits === 0) return <span className="number muted">{amount}</span>
  return (
    <PrimerLink
      as={Link}
      href={logLink({ ...wish, from: nowSeconds() - DAY })}
      className="number"
      title={format.number(credits)}
      aria-label={`${amount}: ${text('stats.day_log', { name })}`}
    >
      {amount}
    </PrimerLink>
  )
}
