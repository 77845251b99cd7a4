import { useText } from '../../../../app/language'
import { CopyLine } from '../../../../components/text/CopyLine'
import type { ExtraProps } from './section-extra-props'

/** What the operator enters at the login service. */
function Addresses({ form, provider }: ExtraProps & { readonly provider: string }) {
  const { text } = useText()
  const stored = form.storedOf('ServerAddress')
  const home = stored === '' ? location.origin : stored
  return (
    <div className="options-extra">
      <p className="muted">{text('options.callback_text')}</p>
      <div className="form-inline">
        <CopyLine label={text('options.homepage')} value={home} />
        <CopyLine label={text('options.callback')} value={`${home}/oauth/${provider}`} />
      </div>
    </div>
  )
}

export function GitHubAddresses({ form }: ExtraProps) {
  return <Addresses form={form} provider="github" />
}

export function LinuxDoAddresses({ form }: ExtraProps) {
  return <Addresses form={form} provider="linuxdo" />
}

export function OidcAddresses({ form }: ExtraProps) {
  return <Addresses form={form} provider="oidc" />
}
