import type { Icon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import './blank.css'

interface BlankProps {
  readonly icon: Icon
  readonly title: string
  readonly message?: string
  /** What to do about it. */
  readonly children?: ReactNode
  /** A page that is nothing else has its own first heading. */
  readonly isPage?: boolean
}

/** Where a list or a page has nothing to show. */
export function Blank({ icon: IconOf, title, message, children, isPage = false }: BlankProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={isPage ? 'blank blank-page' : 'blank'}>
      <span className="blank-icon">
        <IconOf size={24} />
      </span>
      <Heading>{title}</Heading>
      {message !== undefined && <p>{message}</p>}
      {children}
    </div>
  )
}
