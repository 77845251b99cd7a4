import { Suspense } from 'react'
import { useText } from '../app/language'
import { useSite } from '../app/site'
import { lazyPart } from '../components/late/lazy-part'

const SafeHtml = lazyPart(() => import('../components/text/SafeHtml'))

/** The operator's own footer, or the version and who made this. */
export function Footer() {
  const { text } = useText()
  const { footer_html, system_name, version } = useSite()
  return (
    <footer className="footer">
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
