import { Button } from '@primer/react'
import { Link } from 'wouter'
import type { AttentionJson } from '../../../server/domain/endpoints/overview'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'
import { FreezeToken } from '../../components/stats/FreezeToken'
import { TestChannel } from '../../components/stats/TestChannel'
import { useChannelStatus } from '../../components/stats/use-status'

/** What can be done about it, here. */
export function ItemButtons({ item }: { readonly item: AttentionJson }) {
  const { text } = useText()
  const { kind, id, name } = item
  switch (kind) {
    case 'alert_firing':
      return null
    case 'channel_off':
      return (
        <>
          <TestChannel id={id} name={name} />
          <SetChannel id={id} name={name} isOn />
        </>
      )
    case 'channel_disabled':
      return <SetChannel id={id} name={name} isOn />
    case 'channel_recovered':
      return <TestChannel id={id} name={name} />
    case 'channel_down':
    case 'channel_failing':
      return (
        <>
          <TestChannel id={id} name={name} />
          <SetChannel id={id} name={name} isOn={false} />
        </>
      )
    case 'channel_balance':
      return <ReadBalance id={id} name={name} />
    case 'upstream_models':
      return (
        <Button as={Link} href={`/channel/upstream-models?channel=${id}`} size="small">
          {text('overview.open')}
        </Button>
      )
    case 'token_spends':
      return <FreezeToken token={item} />
    case 'model_unserved':
      return (
        <Button as={Link} href={`/channel?model=${encodeURIComponent(name)}`} size="small">
          {text('nav.channel')}
        </Button>
      )
    case 'model_unpriced':
      return (
        <Button as={Link} href="/price?show=unset" size="small">
          {text('playground.set_price')}
        </Button>
      )
  }
}

interface ChannelOrder {
  readonly id: number
  readonly name: string
}

/** What was read of the whole page depends on it. */
async function readAgain(): Promise<void> {
  await Promise.all([refresh('overview'), refresh('channel')])
}

function SetChannel({ id, name, isOn }: ChannelOrder & { readonly isOn: boolean }) {
  const { text } = useText()
  const { isBusy, set } = useChannelStatus()
  const label = text(isOn ? 'ui.enable' : 'ui.disable')
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => void set({ id, name }, isOn)}
    >
      {label}
    </Button>
  )
}

function ReadBalance({ id, name }: ChannelOrder) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const label = text('channel.read_balance')
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() =>
        void run(async () => {
          await call('channel.balance_post', { params: { id } })
          await readAgain()
        }, text('ui.done'))
      }
    >
      {label}
    </Button>
  )
}
