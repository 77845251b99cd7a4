import type { Icon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import './card.css'

interface CardProps {
  /** For links within the page. */
  readonly id?: string
  readonly icon: Icon
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

/** One matter of a page that has several. */
export function Card({ id, icon: IconOf, title, description, children }: CardProps) {
  return (
    <section id={id} className="card">
      <h2>
        <IconOf /> {title}
      </h2>
      {description !== undefined && <p className="card-description">{description}</p>}
      {children}
    </section>
  )
}
