import { ThreeBarsIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { MANUAL_PATH, type ManualHeading, topicsOfManual } from '../../api/manual'
import { useText } from '../../app/language'
import { SearchBox } from '../../components/list/SearchBox'

interface DocsMenuProps {
  readonly topic: string
  /** Of the page that is open. */
  readonly headings: readonly ManualHeading[]
  readonly query: string
  readonly onSearch: (query: string) => void
}

/** The search, and every page by part of the manual; on a phone the pages stand behind a button. */
export function DocsMenu({ topic, headings, query, onSearch }: DocsMenuProps) {
  const { text } = useText()
  const [isOpen, open] = useState(false)
  useEffect(() => {
    if (topic !== '') open(false)
  }, [topic])
  return (
    <div className="docs-side" data-open={isOpen}>
      <div className="docs-find">
        <SearchBox label={text('docs.search')} value={query} onChange={onSearch} isLive />
        <Button
          className="docs-toggle"
          leadingVisual={ThreeBarsIcon}
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {text('docs.contents')}
        </Button>
      </div>
      <nav className="docs-menu" aria-label={text('docs.contents')}>
        <DocsLink path={MANUAL_PATH} title={text('docs.overview')} isHere={topic === ''} />
        {groups().map((group) => (
          <div key={group} className="menu-group" lang="en">
            <h2 className="menu-heading">{group}</h2>
            <ul>
              {topicsOfManual()
                .filter((row) => row.group === group)
                .map(({ id, title }) => (
                  <li key={id}>
                    <DocsLink path={`${MANUAL_PATH}/${id}`} title={title} isHere={id === topic} />
                    {id === topic && headings.length > 1 && <Headings headings={headings} />}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

function groups(): readonly string[] {
  return [...new Set(topicsOfManual().map(({ group }) => group))]
}

interface DocsLinkProps {
  readonly path: string
  readonly title: string
  readonly isHere: boolean
}

function DocsLink({ path, title, isHere }: DocsLinkProps) {
  return (
    <Link href={path} className="menu-link" {...(isHere && { 'aria-current': 'page' as const })}>
      {title}
    </Link>
  )
}

function Headings({ headings }: { readonly headings: readonly ManualHeading[] }) {
  return (
    <ul className="docs-headings">
      {headings.map(({ anchor, title }) => (
        <li key={anchor}>
          <a className="menu-link" href={`#${anchor}`}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
