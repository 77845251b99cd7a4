import { Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { Sparkline } from '../chart/Sparkline'
import { Panel } from './Stats'
import { useStatFormats } from './use-stat-formats'

export interface TopItem {
  readonly key: string
  readonly name: string
  /** Beside the name, small. */
  readonly note?: string
  /** Its page. */
  readonly to: string
  /** Its calls in the log. */
  readonly log: string
  readonly quota: number
  readonly calls: number
  readonly failed: number
  readonly spark: readonly number[]
  readonly bad?: readonly number[]
}

interface TopListProps {
  readonly title: string
  readonly items: readonly TopItem[] | undefined
  readonly empty: string
  /** Address of the full list. */
  readonly all?: string
}

/** Share of failed calls that takes the place of how many there were. */
const WORTH_SAYING = 0.02

/** Who or what was busiest; the name leads to its page, the numbers to its calls. */
export function TopList({ title, items, empty, all }: TopListProps) {
  const { text } = useText()
  return (
    <Panel
      title={title}
      isReading={items === undefined}
      aside={
        all && (
          <PrimerLink as={Link} href={all}>
            {text('stats.show_all')}
          </PrimerLink>
        )
      }
    >
      {items?.length === 0 ? (
        <p className="panel-nothing">{empty}</p>
      ) : (
        <ul className="top-list">
          {items?.map((item) => (
            <TopLine key={item.key} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function TopLine({ item }: { readonly item: TopItem }) {
  const { text } = useText()
  const formats = useStatFormats()
  const { name, note, to, log, quota, calls, failed, spark, bad } = item
  return (
    <li>
      <div className="top-name" title={name}>
        <PrimerLink as={Link} href={to}>
          {name || '–'}
        </PrimerLink>
        {note && <small>{note}</small>}
      </div>
      <Sparkline values={spark} bad={bad} />
      <span className="number">
        <PrimerLink as={Link} href={log} aria-label={text('stats.log_of', { name })}>
          {formats.cost(quota)}
        </PrimerLink>
      </span>
      <span className="number top-calls muted">
        {failed > calls * WORTH_SAYING ? (
          <span className="top-bad" title={text('stats.failed_of', { failed, calls })}>
            {text('stats.failed_short', { share: formats.share(failed, calls) })}
          </span>
        ) : (
          text('stats.calls_short', { calls: formats.count(calls) })
        )}
      </span>
    </li>
  )
}
