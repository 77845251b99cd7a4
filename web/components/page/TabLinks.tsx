/**
 * Tabs that are links. Primer's own have English words in them in every language, and hide what
 * does not fit in a menu; these are scrolled to the one that is open.
 */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import './tab-links.css'

interface TabLink {
  readonly to: string
  readonly title: string
  readonly isHere: boolean
}

interface TabLinksProps {
  /** Names the tabs for those who cannot see them. */
  readonly label: string
  readonly links: readonly TabLink[]
}

export function TabLinks({ label, links }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null)
  const here = links.find(({ isHere }) => isHere)?.to
  const count = links.length
  useEffect(() => {
    if (here === undefined || count === 0) return
    const link = list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here, count])
  return (
    <nav className="tab-links" aria-label={label}>
      <ul ref={list}>
        {links.map(({ to, title, isHere }) => (
          <li key={to}>
            <Link href={to} {...(isHere && { 'aria-current': 'page' as const })}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
