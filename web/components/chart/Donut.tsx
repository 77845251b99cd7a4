import type { ReactNode } from 'react'
import './chart.css'

export interface DonutPart {
  readonly key: string
  readonly title: string
  readonly value: number
  readonly color: string
}

interface DonutProps {
  readonly label: string
  /** Above 0, the largest first. */
  readonly parts: readonly DonutPart[]
  readonly format: (value: number) => string
  readonly formatShare: (share: number) => string
  /** In the middle. */
  readonly children: ReactNode
}

/** A ring this thin is 100 long, so that shares are lengths. */
const RADIUS = 100 / (2 * Math.PI)
/** Rings begin at the right; clocks begin at the top. */
const QUARTER = 25

/** Shares of a total as a ring, and as a list that says the same in words. */
export function Donut({ label, parts, format, formatShare, children }: DonutProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const before = (index: number): number =>
    parts.slice(0, index).reduce((sum, { value }) => sum + value, 0)
  const percent = (value: number): number => (total === 0 ? 0 : (value / total) * 100)
  return (
    <div className="donut">
      <div className="donut-ring">
        <svg viewBox="0 0 42 42" role="img" aria-label={label}>
          <circle cx="21" cy="21" r={RADIUS} className="donut-ground" />
          {parts.map(({ key, value, color }, index) => (
            <circle
              key={key}
              cx="21"
              cy="21"
              r={RADIUS}
              className="donut-part"
              style={{ stroke: color }}
              strokeDasharray={`${percent(value)} ${100 - percent(value)}`}
              strokeDashoffset={QUARTER - percent(before(index))}
            />
          ))}
        </svg>
        <div className="donut-middle">{children}</div>
      </div>
      <ul className="donut-list">
        {parts.map(({ key, title, value, color }) => (
          <li key={key}>
            <span className="chart-swatch" style={{ background: color }} />
            <span className="chart-name" title={title}>
              {title}
            </span>
            <span className="number">{format(value)}</span>
            <span className="number muted donut-share">{formatShare(percent(value) / 100)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
