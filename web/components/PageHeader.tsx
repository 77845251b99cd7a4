import type { ReactNode } from 'react'
import './page.css'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  /** What is described is not known yet. */
  readonly isReading?: boolean
  /** What can be done on the whole page. */
  readonly children?: ReactNode
}

export function PageHeader({ title, description, isReading = false, children }: PageHeaderProps) {
  return (
    <div className="page-header" data-unsized={isReading}>
      <div className="page-header-words">
        <h1>{title}</h1>
        {description !== undefined && <p>{description}</p>}
      </div>
      {children !== undefined && <div className="page-header-actions">{children}</div>}
    </div>
  )
}
