import { GraphIcon, ShieldCheckIcon, ZapIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { CopyLine } from '../../components/CopyLine'
import { ModelChips } from '../../components/ModelChips'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { useSite } from '../../site'
import { QuickStart } from './QuickStart'
import './landing.css'

const FACTS = [
  { icon: ZapIcon, name: 'one' },
  { icon: GraphIcon, name: 'money' },
  { icon: ShieldCheckIcon, name: 'keys' },
] as const

export function Landing() {
  const { text } = useText()
  const { system_name, server_address } = useSite()
  const viewer = useViewer()
  const address = server_address || location.origin
  const models =
    useEndpoint('pricing.list').data?.flatMap(({ model_name, priced }) =>
      priced ? [model_name] : [],
    ) ?? []
  return (
    <div className="landing">
      <section className="landing-hero">
        <h1>{system_name}</h1>
        <p className="landing-claim">{text('home.claim')}</p>
        <div className="landing-actions">
          <LinkButton
            as={Link}
            href={viewer === undefined ? '/login' : '/token'}
            variant="primary"
            size="large"
          >
            {text(viewer === undefined ? 'home.begin' : 'home.go_console')}
          </LinkButton>
        </div>
        <CopyLine label={text('home.base_url')} value={`${address}/v1`} />
      </section>
      <section className="landing-facts" aria-label={text('home.why')}>
        {FACTS.map(({ icon: IconOf, name }) => (
          <div key={name} className="landing-fact">
            <IconOf size={20} />
            <h2>{text(`home.${name}_title`)}</h2>
            <p>{text(`home.${name}_text`)}</p>
          </div>
        ))}
      </section>
      {models.length > 0 && (
        <section className="landing-start">
          <h2>{text('home.models')}</h2>
          <ModelChips models={models} />
          <TextLink to="/pricing">{text('home.prices')}</TextLink>
        </section>
      )}
      <QuickStart address={address} models={models} />
    </div>
  )
}
