import { Suspense } from 'react'
import { Link } from 'wouter'
import { useText } from '../app/language'
import { useSite } from '../app/site'
import { lazyPart } from '../components/late/lazy-part'

const SafeHtml = lazyPart(() => import('../components/text/SafeHtml'))

/** The operator's own footer, or the version and who made this. */
export function Footer() {
  const { text } = useText()
  const { footer_html, system_name, version, ...site } = useSite()
  const { user_agreement_enabled, privacy_policy_enabled } = site
  return (
    <footer className="footer">
      {user_agreement_enabled && (
        <Link href="/user-agreement" className="text-link">
          {text('nav.user_agreement')}
        </Link>
      )}
      {privacy_policy_enabled && (
        <Link href="/privacy-policy" className="text-link">
          {text('nav.privacy_policy')}
        </Link>
      )}
      {footer_html.trim() === '' ? (
        <>
          <span>{text('footer.text', { name: system_name, version })}</span>
          <span>{text('footer.project')}</span>
        </>
      ) : (
        <Suspense fallback={null}>
          <SafeHtml html={footer_html} />
        </Suspense>
      )}
    </footer>
  )
}
