/** Links to the sections of a page: at their side, or above them where there is no room. */
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../app/language'
import type { SectionRow } from './option-tabs'
import type { OptionForm } from './use-option-form'

interface SectionIndexProps {
  readonly rows: readonly SectionRow[]
  readonly form: OptionForm
}

export function SectionIndex({ rows, form }: SectionIndexProps) {
  const { text } = useText()
  const here = useSectionInSight(rows)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#options-${here}"]`)
    const box = list.current
    if (link == null || box === null) return
    // Not `scrollIntoView`, which would move the page under the reader as well.
    box.scrollTo({ left: link.offsetLeft - box.clientWidth / 2 + link.offsetWidth / 2 })
  }, [here])
  return (
    <nav className="options-index" aria-label={text('options.index')}>
      <ul ref={list}>
        {rows.map(({ id, keys }) => (
          <li key={id}>
            <a
              href={`#options-${id}`}
              {...(id === here && { 'aria-current': 'location' as const })}
            >
              {text(`options.section_${id}`)}
              {keys.some((key) => form.changed.includes(key)) && (
                <span className="options-dot" role="img" aria-label={text('options.changed')} />
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The first section that reaches into the upper part of the window. */
function useSectionInSight(rows: readonly SectionRow[]): string | undefined {
  const [here, setHere] = useState<string>()
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        setHere(rows.find(({ id }) => seen.has(`options-${id}`))?.id)
      },
      { rootMargin: '-120px 0px -60% 0px' },
    )
    for (const { id } of rows) {
      const section = document.getElementById(`options-${id}`)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [rows])
  return here
}
