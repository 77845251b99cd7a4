import { GraphIcon, ShieldCheckIcon, ZapIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { SnippetPicker } from '../../components/quick-start/SnippetPicker'
import { CopyLine } from '../../components/text/CopyLine'
import { ModelPrices } from './ModelPrices'
import { SiteHelp } from './SiteHelp'
import './landing.css'

const FACTS = [
  { icon: ZapIcon, name: 'one' },
  { icon: GraphIcon, name: 'money' },
  { icon: ShieldCheckIcon, name: 'keys' },
] as const

export function Landing() {
  const { text } = useText()
  const { system_name, server_address, register } = useSite()
  const viewer = useViewer()
  const address = server_address || location.origin
  const { data, answer } = useEndpoint('pricing.list')
  const priced = data?.filter((model) => model.priced) ?? []
  const names = priced.map(({ model_name }) => model_name)
  const entry = register ? '/register' : '/login'
  return (
    <div className="landing">
      <div className="landing-top">
        <section className="landing-hero">
          <h1>{system_name}</h1>
          <p className="landing-claim">{text('home.claim')}</p>
          <div className="landing-actions">
            <LinkButton
              as={Link}
              href={viewer === undefined ? entry : '/token'}
              variant="primary"
              size="large"
            >
              {text(viewer === undefined ? 'home.begin' : 'home.go_console')}
            </LinkButton>
            <LinkButton as={Link} href="/pricing" size="large">
              {text('home.see_prices')}
            </LinkButton>
          </div>
          <CopyLine label={text('home.base_url')} value={`${address}/v1`} />
        </section>
        <section className="landing-start">
          <h2>{text('home.start')}</h2>
          <p>{text('home.start_text')}</p>
          <SnippetPicker address={address} models={names} />
        </section>
      </div>
      <section className="landing-facts" aria-label={text('home.why')}>
        {FACTS.map(({ icon: IconOf, name }) => (
          <div key={name} className="landing-fact">
            <IconOf size={20} />
            <h2>{text(`home.${name}_title`)}</h2>
            <p>{text(`home.${name}_text`)}</p>
          </div>
        ))}
      </section>
      <SiteHelp />
      {priced.length > 0 && <ModelPrices models={priced} ratios={answer?.group_ratio ?? {}} />}
    </div>
  )
}
