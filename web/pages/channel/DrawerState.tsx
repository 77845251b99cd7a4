import { Banner, Button } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { StateLabel } from '../../components/StateLabel'
import { subjectPath } from '../../components/stats/subject-path'
import { TestChannel } from '../../components/stats/TestChannel'
import { TextLink } from '../../components/TextLink'
import { useFormat } from '../../format'
import { useText } from '../../language'
import type { ChannelValues } from './channel-values'
import { disabledReason } from './disabled-reason'

/** Above the form of a channel that is there: how it stands, and why. */
export function DrawerState({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const format = useFormat()
  const { id, name, status } = channel
  const { reason, seconds } = disabledReason(channel)
  const isOff = status === CHANNEL_STATUS.auto_disabled && reason !== ''
  return (
    <div className="drawer-state">
      <StateLabel kind="channel_status" value={status} />
      <TextLink to={subjectPath('channel', id)}>{text('channel.to_page')}</TextLink>
      <TestChannel id={id} name={name} />
      {isOff && (
        <p className="top-bad">
          {text('channel.disabled_because', { reason, time: format.time(seconds) })}
        </p>
      )}
    </div>
  )
}

interface TestDraftProps {
  readonly values: ChannelValues
}

type Outcome = { readonly told: string; readonly isGood: boolean; readonly of: string }

/** One tiny request through what is typed, before anything is stored. */
export function TestDraft({ values }: TestDraftProps) {
  const { text } = useText()
  const [isBusy, setBusy] = useState(false)
  const [outcome, tell] = useState<Outcome | undefined>(undefined)
  const { type, key, base_url, other } = values
  const of = JSON.stringify([type, key, base_url, other])
  const test = async (): Promise<void> => {
    setBusy(true)
    const model = values.models[0] ?? ''
    try {
      const { data } = await call('channel.test_draft', {
        body: { type, key, base_url, other, model },
      })
      const seconds = data.time.toFixed(2)
      tell({ told: text('overview.test_good', { name: data.model, seconds }), isGood: true, of })
    } catch (error) {
      tell({ told: failureText(error, text), isGood: false, of })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="drawer-test">
      <Button loading={isBusy} disabled={key.trim() === ''} onClick={() => void test()}>
        {text('setup.test')}
      </Button>
      <div role="status">
        {outcome?.of === of && (
          <Banner
            layout="compact"
            variant={outcome.isGood ? 'success' : 'critical'}
            title={outcome.told}
          />
        )}
      </div>
    </div>
  )
}
