/** The manual: a page of it, or what was found in all of them. */
import { useParams, useSearchParams } from 'wouter'
import { topicsOfManual } from '../../api/manual'
import { useText } from '../../app/language'
import { NotFound } from '../../components/page/NotFound'
import { DocsMenu } from './DocsMenu'
import { DocsSearch } from './DocsSearch'
import { ManualText } from './ManualText'
import { useManualPage } from './use-manual'
import './docs.css'

export default function DocsPage() {
  const { text, language } = useText()
  const { topic = '' } = useParams<{ topic?: string }>()
  const [search, setSearch] = useSearchParams()
  const query = search.get('q') ?? ''
  const isKnown = topic === '' || topicsOfManual().some(({ id }) => id === topic)
  const reading = useManualPage(isKnown ? topic : '')
  if (!isKnown) return <NotFound />
  const find = (q: string): void => setSearch(q === '' ? {} : { q }, { replace: true })
  return (
    <div className="docs">
      <DocsMenu
        topic={topic}
        headings={reading.data?.headings ?? []}
        query={query}
        onSearch={find}
      />
      <div className="docs-main">
        {language !== 'en' && <p className="docs-english">{text('docs.english')}</p>}
        {query === '' ? <ManualText reading={reading} /> : <DocsSearch query={query} />}
      </div>
    </div>
  )
}
