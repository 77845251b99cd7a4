import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { TabTitle } from './TabTitle'
import './page.css'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  /** What is described is not known yet. */
  readonly isReading?: boolean
  /** The page of the manual about it: "channels". */
  readonly manual?: string
  /** Actions of the page. */
  readonly children?: ReactNode
}

export function PageHeader(props: PageHeaderProps) {
  const { title, description, isReading = false, manual, children } = props
  const { text } = useText()
  return (
    <div className="page-header" data-unsized={isReading}>
      {/* Several tabs of an incident differ by what they are about. */}
      <TabTitle title={title} />
      <div className="page-header-words">
        <h1>{title}</h1>
        {description !== undefined && (
          <p>
            {description}
            {manual !== undefined && (
              <>
                {' '}
                <Link className="text-link" href={`/docs/${manual}`}>
                  {text('nav.docs')}
                </Link>
              </>
            )}
          </p>
        )}
      </div>
      {children !== undefined && <div className="page-header-actions">{children}</div>}
    </div>
  )
}
