import { type MouseEvent, useEffect } from 'react'
import { useLocation } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ManualPage } from '../../api/manual'
import { useText } from '../../app/language'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { TabTitle } from '../../components/page/TabTitle'
import { CodeBlock } from '../../components/text/CodeBlock'
import type { Reading } from './use-manual'
import '../../components/text/prose.css'

export function ManualText({ reading }: { readonly reading: Reading<ManualPage> }) {
  const { text } = useText()
  const { data, error, reload } = reading
  if (error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  if (data === undefined) return <PageSkeleton />
  return <Article key={data.title} page={data} />
}

function Article({ page }: { readonly page: ManualPage }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const { title, parts } = page
  useEffect(() => {
    // The heading that the address names was not there when the browser looked for it.
    const anchor = decodeURIComponent(location.hash.slice(1))
    if (anchor === '') scrollTo(0, 0)
    else document.getElementById(anchor)?.scrollIntoView()
  }, [])
  /** Links between pages load no document. */
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element && event.target.closest('a')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!link || !isPlain || link.origin !== location.origin) return
    if (link.pathname === location.pathname) return
    event.preventDefault()
    navigate(link.pathname + link.hash)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <article className="prose docs-text" lang="en" onClick={follow}>
      <TabTitle title={title} />
      {parts.map((part, at) =>
        'code' in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change.
          <CodeBlock key={at} code={part.code} label={text('docs.example', { number: at })} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made it of web/docs.
          <div key={at} dangerouslySetInnerHTML={{ __html: part.html }} />
        ),
      )}
    </article>
  )
}
