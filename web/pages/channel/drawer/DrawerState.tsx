import { Button } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { Note } from '../../../components/form/Note'
import { useExclusive } from '../../../components/form/use-exclusive'
import { subjectPath } from '../../../components/stats/subject-path'
import { TestChannel } from '../../../components/stats/TestChannel'
import { StateLabel } from '../../../components/text/StateLabel'
import { TextLink } from '../../../components/text/TextLink'
import { Cooling } from '../ChannelCells'
import { FoundModels } from '../found/FoundModels'
import { OffSince } from '../OffSince'
import { SwitchChannel } from '../SwitchChannel'
import type { ChannelValues } from './channel-values'

/** Above the form of a channel that is there: how it stands, and why. */
export function DrawerState({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const { id, name, status } = channel
  return (
    <div className="drawer-state">
      <StateLabel kind="channel_status" value={status} />
      <Cooling channel={channel} />
      <TextLink to={subjectPath('channel', id)}>{text('channel.to_page')}</TextLink>
      <TestChannel id={id} name={name} />
      <SwitchChannel channel={channel} />
      <FoundModels channelId={id} />
      <p>
        <OffSince channel={channel} />
      </p>
    </div>
  )
}

interface TestDraftProps {
  readonly values: ChannelValues
  /** That is being changed; its key is used while none is typed. */
  readonly channel: ChannelJson | undefined
}

type Outcome = { readonly message: string; readonly isGood: boolean; readonly of: string }

/** One tiny request through what is typed, before anything is stored. */
export function TestDraft({ values, channel }: TestDraftProps) {
  const { text } = useText()
  const { isBusy, exclusive } = useExclusive()
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const { type, key, base_url, other } = values
  const of = JSON.stringify([type, key, base_url, other])
  const test = async (): Promise<void> => {
    const model = values.models[0] ?? ''
    try {
      const { data } = await call('channel.test_draft', {
        body: { type, key, base_url, other, model, id: channel?.id },
      })
      const seconds = data.time.toFixed(2)
      setOutcome({
        message: text('overview.test_good', { name: data.model, seconds }),
        isGood: true,
        of,
      })
    } catch (error) {
      setOutcome({ message: failureText(error, text), isGood: false, of })
    }
  }
  return (
    <div className="drawer-test">
      <Button
        loading={isBusy}
        disabled={channel === undefined && key.trim() === ''}
        onClick={() => void exclusive(test)}
      >
        {text('setup.test')}
      </Button>
      <div role="status">
        {outcome?.of === of && (
          <Note tone={outcome.isGood ? 'success' : 'critical'}>{outcome.message}</Note>
        )}
      </div>
    </div>
  )
}
