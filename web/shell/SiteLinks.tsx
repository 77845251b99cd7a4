import { Link, useRoute } from 'wouter'
import { isAdmin } from '../../server/domain/accounts/roles'
import type { TextKey } from '../../server/domain/i18n/translate'
import { useText } from '../app/language'
import { useViewer } from '../app/session'
import { useSite } from '../app/site'
import { hasPage } from '../routes'

interface SiteLinksProps {
  /** Whether the page that is open belongs to the console, whichever of its pages it is. */
  readonly isConsole?: boolean
}

/** Links of the top navigation. */
export function SiteLinks({ isConsole = false }: SiteLinksProps) {
  const { text } = useText()
  const { docs_link, status_page_enabled, has_faq_page, has_contact_page } = useSite()
  const viewer = useViewer()
  return (
    <ul className="site-links">
      <SiteLink path="/" title="nav.home" />
      {viewer !== undefined && (
        <SiteLink
          path={isAdmin(viewer.role) ? '/overview' : '/token'}
          title="nav.console"
          isInside={isConsole}
        />
      )}
      <SiteLink path="/pricing" title="nav.pricing" />
      {status_page_enabled && <SiteLink path="/status" title="nav.status" />}
      <SiteLink path="/about" title="nav.about" />
      {has_faq_page && <SiteLink path="/faq" title="nav.faq" />}
      {has_contact_page && <SiteLink path="/contact" title="nav.contact" />}
      {/^https?:\/\//.test(docs_link) ? (
        <li>
          <a className="menu-link" href={docs_link} target="_blank" rel="noreferrer">
            {text('nav.docs')}
          </a>
        </li>
      ) : (
        <SiteLink path="/docs" pattern="/docs/*?" title="nav.docs" />
      )}
    </ul>
  )
}

interface SiteLinkProps {
  readonly path: string
  /** Addresses of the same page. */
  readonly pattern?: string
  readonly title: TextKey
  readonly isInside?: boolean
}

function SiteLink({ path, pattern = path, title, isInside = false }: SiteLinkProps) {
  const { text } = useText()
  const [isHere] = useRoute(pattern)
  if (!hasPage(path)) return null
  const current = isHere ? 'page' : isInside ? 'true' : undefined
  return (
    <li>
      <Link href={path} className="menu-link" {...(current && { 'aria-current': current })}>
        {text(title)}
      </Link>
    </li>
  )
}
