import type { ReactNode } from 'react'
import './page.css'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  /** What can be done on the whole page. */
  readonly children?: ReactNode
}

export function PageHeader({ title, description, children }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div className="page-header-words">
        <h1>{title}</h1>
        {description !== undefined && <p>{description}</p>}
      </div>
      {children !== undefined && <div className="page-header-actions">{children}</div>}
    </div>
  )
}
