/** What the operator wrote: Markdown or HTML is shown cleaned, an address is framed. */
import SafeHtml from './SafeHtml'
import './site-text.css'

interface SiteTextProps {
  readonly source: string
  /** Names the frame for those who cannot see it. */
  readonly title: string
}

export default function SiteText({ source, title }: SiteTextProps) {
  const address = source.trim()
  if (/^https:\/\/\S+$/.test(address)) {
    return <iframe className="site-frame" src={address} title={title} />
  }
  return (
    <article className="site-text">
      <SafeHtml markdown={source} />
    </article>
  )
}
