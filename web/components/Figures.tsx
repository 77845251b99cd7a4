import { SkeletonBox } from '@primer/react'
import './figures.css'

interface Figure {
  readonly title: string
  readonly hint?: string
  /** `undefined` until it is known. */
  readonly value: string | undefined
}

/** A few numbers that sum a page up. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ title, hint, value }) => (
        <div key={title} className="figure" title={hint}>
          <dt>{title}</dt>
          <dd className="number">{value ?? <SkeletonBox height="22px" width="64px" />}</dd>
        </div>
      ))}
    </dl>
  )
}
