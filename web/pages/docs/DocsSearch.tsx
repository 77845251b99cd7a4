import { Link } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import { MANUAL_PATH, type ManualSection } from '../../api/manual'
import { useText } from '../../app/language'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { findSections, wordsOf } from './find-sections'
import { useManualSections } from './use-manual'

export function DocsSearch({ query }: { readonly query: string }) {
  const { text } = useText()
  const { data, error, reload } = useManualSections()
  if (error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  if (data === undefined) return <PageSkeleton />
  const found = findSections(data, query)
  const title = text(found.length === 0 ? 'docs.nothing' : 'docs.found', { text: query })
  return (
    <section aria-live="polite">
      <h1 className="docs-found">{title}</h1>
      <ol className="docs-results" lang="en">
        {found.map(({ section, excerpt }) => (
          <li key={`${section.topic}#${section.anchor}`}>
            <Link href={addressOf(section)}>
              {section.page === section.heading
                ? section.page
                : `${section.page} › ${section.heading}`}
            </Link>
            <p>
              <Marked text={excerpt} words={wordsOf(query)} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function addressOf({ topic, anchor }: ManualSection): string {
  return `${MANUAL_PATH}/${topic}${anchor === '' ? '' : `#${anchor}`}`
}

interface MarkedProps {
  readonly text: string
  readonly words: readonly string[]
}

/** A text with what was searched for in it. */
function Marked({ text, words }: MarkedProps) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew with each text.
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  )
}
