import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { Note } from '../../../components/form/Note'
import { useExclusive } from '../../../components/form/use-exclusive'
import type { Form } from '../../../components/form/use-form'
import { ChannelCredentials } from '../drawer/ChannelCredentials'
import { ofType } from '../drawer/ChannelTypeField'
import type { ChannelValues } from '../drawer/channel-values'
import { TypeGrid } from '../drawer/TypeGrid'
import { type Connected, modelToTest, proofOf } from './setup'

interface ConnectStepProps {
  readonly form: Form<ChannelValues>
  readonly connected: Connected | undefined
  readonly onConnected: (connected: Connected) => void
}

interface Failed extends Connected {
  readonly error: unknown
}

export function ConnectStep({ form, connected, onConnected }: ConnectStepProps) {
  const { text } = useText()
  const [model, name] = useState('')
  const { isBusy, exclusive } = useExclusive()
  const [failed, fail] = useState<Failed | undefined>(undefined)
  const proof = proofOf(form.values)
  const failure = failed?.proof === proof ? failed : undefined
  const isConnected = connected?.proof === proof
  const test = async (values: ChannelValues): Promise<void> => {
    fail(undefined)
    const tried = proofOf(values)
    const { type, key, base_url, other } = values
    const draft = { type, key, base_url, other }
    const listed = await listedBy(draft)
    try {
      const testedModel = model.trim() || modelToTest(values, listed)
      const { data } = await call('channel.test_draft', { body: { ...draft, model: testedModel } })
      const passed = { model: data.model, seconds: data.time }
      onConnected({ proof: tried, listed, passed })
    } catch (error) {
      fail({ proof: tried, listed, passed: undefined, error })
    }
  }
  return (
    <form
      className="form"
      noValidate
      onSubmit={form.submit((values) => exclusive(() => test(values)))}
    >
      <TypeGrid type={form.values.type} onChange={(type) => form.set(ofType(type))} />
      <ChannelCredentials form={form} isNew />
      <Field label={text('setup.model')} caption={text('setup.model_hint')}>
        <TextInput
          block
          className="mono"
          autoComplete="off"
          value={model}
          onChange={(event) => name(event.target.value)}
        />
      </Field>
      <p className="field-caption">{text('setup.connect_text')}</p>
      <div role="alert">
        {failure !== undefined && (
          <Note tone="critical">
            <strong>{text('setup.failed')}</strong> {failureText(failure.error, text)}
          </Note>
        )}
      </div>
      <div className="setup-buttons">
        {failure !== undefined && (
          <Button onClick={() => onConnected(failure)}>{text('setup.untested')}</Button>
        )}
        {isConnected && (
          <Button onClick={() => onConnected(connected)}>{text('setup.next')}</Button>
        )}
        <Button variant="primary" type="submit" loading={isBusy}>
          {text(failure || isConnected ? 'setup.test_again' : 'setup.test')}
        </Button>
      </div>
    </form>
  )
}

type Draft = Pick<ChannelValues, 'type' | 'key' | 'base_url' | 'other'>

/** Many upstreams have no list, or refuse it to a key that may make calls. */
async function listedBy(body: Draft): Promise<readonly string[] | undefined> {
  try {
    const { data } = await call('channel.fetch_draft_models', { body })
    return data.length === 0 ? undefined : data
  } catch {
    // The test reports what is wrong with the key, in the upstream's words.
    return undefined
  }
}
