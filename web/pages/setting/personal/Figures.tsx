import { SkeletonBox } from '@primer/react'
import { TextLink } from '../../../components/text/TextLink'
import './figures.css'

interface Figure {
  readonly title: string
  readonly hint?: string
  /** `undefined` until it is known. */
  readonly value: string | undefined
  /** The same in other words, small. */
  readonly note?: string
  /** Address of what it counts. */
  readonly to?: string
}

/** A few numbers that sum a page up. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ title, hint, value, note, to }) => (
        <div key={title} className="figure" title={hint}>
          <dt>{title}</dt>
          <dd className="number">
            {to !== undefined && value !== undefined ? <TextLink to={to}>{value}</TextLink> : value}
            {value === undefined && <SkeletonBox height="22px" width="64px" />}
            {note !== undefined && <small className="figure-note">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
