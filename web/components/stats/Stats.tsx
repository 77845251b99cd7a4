import { SkeletonBox } from '@primer/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { DATA_COLORS, type Hue } from '../chart/chart'
import './stats.css'

export interface Stat {
  readonly title: string
  readonly hint?: string
  /** `undefined` until it is known. */
  readonly value: string | undefined
  /** Small, below. */
  readonly note?: string | undefined
  readonly tone?: 'bad' | 'warn' | undefined
  /** Address of what it counts. */
  readonly to?: string | undefined
}

/** The few numbers that tell how something is, in one strip. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }) {
  const hasNotes = stats.some((stat) => 'note' in stat)
  return (
    <dl className="stat-strip">
      {stats.map(({ title, hint, value, note, tone, to }) => (
        <div key={title} className="stat" title={hint} data-tone={tone}>
          <dt>{title}</dt>
          <dd className="number">
            {value === undefined && <SkeletonBox height="1.35em" width="72px" />}
            {to === undefined ? value : <Link href={to}>{value}</Link>}
            {/* Blank rather than absent, so that the strip does not grow when it is known. */}
            {hasNotes && (
              <small className="stat-note">
                {note === undefined || note === '' ? '\u00a0' : note}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface PanelProps {
  readonly title: string
  /** Beside the title. */
  readonly aside?: ReactNode
  /** How much is in it is not known yet. */
  readonly isReading?: boolean
  readonly children: ReactNode
}

export function Panel({ title, aside, isReading = false, children }: PanelProps) {
  return (
    <section className="panel" data-unsized={isReading}>
      <div className="panel-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** By its hue, or by the color that a series was given. */
type LegendItem = { readonly title: string } & ({ readonly hue: Hue } | { readonly color: string })

interface LegendProps {
  readonly items: readonly LegendItem[]
}

export function Legend({ items }: LegendProps) {
  return (
    <ul className="legend">
      {items.map((item) => (
        <li key={item.title}>
          <span
            className="chart-swatch"
            style={{ background: 'hue' in item ? DATA_COLORS[item.hue] : item.color }}
          />
          {item.title}
        </li>
      ))}
    </ul>
  )
}
