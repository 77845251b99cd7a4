import { Link, useRoute } from 'wouter'
import type { TextKey } from '../../server/domain/i18n/translate'
import { isAdmin } from '../../server/domain/roles'
import { useText } from '../language'
import { hasPage } from '../routes'
import { useViewer } from '../session'
import { useSite } from '../site'

/** Links of the top navigation. */
export function SiteLinks() {
  const { text } = useText()
  const { docs_link } = useSite()
  const viewer = useViewer()
  return (
    <ul className="site-links">
      <SiteLink path="/" title="nav.home" />
      {viewer !== undefined && (
        <SiteLink path={isAdmin(viewer.role) ? '/overview' : '/token'} title="nav.console" />
      )}
      <SiteLink path="/pricing" title="nav.pricing" />
      <SiteLink path="/about" title="nav.about" />
      {/^https?:\/\//.test(docs_link) && (
        <li>
          <a className="menu-link" href={docs_link} target="_blank" rel="noreferrer">
            {text('nav.docs')}
          </a>
        </li>
      )}
    </ul>
  )
}

function SiteLink({ path, title }: { readonly path: string; readonly title: TextKey }) {
  const { text } = useText()
  const [isHere] = useRoute(path)
  if (!hasPage(path)) return null
  return (
    <li>
      <Link href={path} className="menu-link" {...(isHere && { 'aria-current': 'page' as const })}>
        {text(title)}
      </Link>
    </li>
  )
}
