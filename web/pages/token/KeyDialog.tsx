import { Select } from '@primer/react'
import { useState } from 'react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../../components/form/Field'
import { Drawer } from '../../components/overlay/Drawer'
import { SnippetPicker } from '../../components/quick-start/SnippetPicker'
import { CopyLine } from '../../components/text/CopyLine'
import { FirstCall } from './FirstCall'

interface KeyDialogProps {
  readonly token: TokenJson
  /** What has just happened to it: the first call of a new one is waited for. */
  readonly after?: 'creation' | 'rotation' | undefined
  readonly onClose: () => void
}

/** A key, the address, and the first call in the client that people bring. */
export function KeyDialog({ token, after, onClose }: KeyDialogProps) {
  const { text } = useText()
  const { name } = token
  const words = {
    creation: { title: text('token.ready', { name }), subtitle: text('token.ready_text') },
    rotation: { title: text('token.rotated', { name }), subtitle: text('token.rotated_text') },
  }
  const { server_address } = useSite()
  const address = server_address || location.origin
  const allowed = useCallable(token)
  const [model, choose] = useState('')
  const models = model === '' ? allowed : [model]
  return (
    <Drawer
      {...(after === undefined ? { title: name } : words[after])}
      onClose={onClose}
      {...(after !== undefined && {
        buttons: [{ content: text('ui.close'), buttonType: 'primary' as const, onClick: onClose }],
      })}
    >
      <div className="form">
        <CopyLine label={text('token.key')} value={`sk-${token.key}`} />
        <CopyLine label={text('home.base_url')} value={`${address}/v1`} />
        {allowed.length > 1 && (
          <Field label={text('field.log.model_name')} caption={text('token.model_hint')}>
            <Select block value={model} onChange={(event) => choose(event.target.value)}>
              <Select.Option value="">{text('token.model_fits')}</Select.Option>
              {allowed.map((name) => (
                <Select.Option key={name} value={name}>
                  {name}
                </Select.Option>
              ))}
            </Select>
          </Field>
        )}
        <SnippetPicker address={address} apiKey={`sk-${token.key}`} models={models} />
        {after === 'creation' && <FirstCall token={token} />}
      </div>
    </Drawer>
  )
}

/** Models that the token may call, and that have a price. */
function useCallable({ model_limits_enabled, model_limits }: TokenJson): readonly string[] {
  const { data = [] } = useEndpoint('user.models')
  if (!model_limits_enabled) return data
  const limits = model_limits.split(',')
  return data.filter((name) => limits.includes(name))
}
