/** HTML and Markdown from people, cleaned: no script, no handler, no address of another kind. */
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import './prose.css'

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noreferrer noopener')
})

interface SafeHtmlProps {
  readonly html?: string
  readonly markdown?: string
  /** Pictures are fetched from wherever the text says, which shows that host who reads it. */
  readonly hasPictures?: boolean
}

export default function SafeHtml({ html = '', markdown, hasPictures = true }: SafeHtmlProps) {
  const clean = useMemo(() => {
    const source =
      markdown === undefined ? html : marked.parse(markdown, { async: false, gfm: true })
    const FORBID_TAGS = hasPictures ? ['style'] : ['style', 'img', 'video', 'audio', 'picture']
    return DOMPurify.sanitize(source, { USE_PROFILES: { html: true }, FORBID_TAGS })
  }, [html, markdown, hasPictures])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it has just been sanitised.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: clean }} />
}
