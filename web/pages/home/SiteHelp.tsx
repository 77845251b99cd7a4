/** Help by the operator: further addresses of the API, and answers to questions. */
import { Suspense } from 'react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { lazyPart } from '../../components/late/lazy-part'
import { CopyLine } from '../../components/text/CopyLine'
import './site-help.css'

const SafeHtml = lazyPart(() => import('../../components/text/SafeHtml'))

export function SiteHelp() {
  const { text } = useText()
  const { api_info, faq } = useSite()
  const addresses = api_info.flatMap((entry) => Object.entries(entry))
  const questions = Object.entries(faq)
  if (addresses.length === 0 && questions.length === 0) return null
  return (
    <div className="site-help">
      {addresses.length > 0 && (
        <section aria-label={text('home.addresses')}>
          <h2>{text('home.addresses')}</h2>
          {addresses.map(([name, address]) => (
            <CopyLine key={name} label={name} value={address} />
          ))}
        </section>
      )}
      {questions.length > 0 && (
        <section aria-label={text('home.faq')}>
          <h2>{text('home.faq')}</h2>
          {questions.map(([question, answer]) => (
            <details key={question}>
              <summary>{question}</summary>
              <Suspense fallback={<p className="prose">{answer}</p>}>
                <SafeHtml markdown={answer} />
              </Suspense>
            </details>
          ))}
        </section>
      )}
    </div>
  )
}
