import type { Icon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import './card.css'

export interface CardProps {
  /** For links within the page. */
  readonly id?: string
  readonly icon: Icon
  readonly title: string
  readonly description?: string
  /** Where it is the only card of the page. */
  readonly heading?: 'h1' | 'h2'
  readonly children: ReactNode
}

/** One matter of a page that has several. */
export function Card(props: CardProps) {
  const { id, icon: IconOf, title, description, heading: Heading = 'h2', children } = props
  return (
    <section id={id} className="card">
      <Heading>
        <IconOf /> {title}
      </Heading>
      {description !== undefined && <p className="card-description">{description}</p>}
      {children}
    </section>
  )
}
