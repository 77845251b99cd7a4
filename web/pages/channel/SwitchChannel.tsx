import { Button, Tooltip } from '@primer/react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'
import { typeFacts } from './type-facts'

interface SwitchChannelProps {
  readonly channel: ChannelJson
  readonly size?: 'small' | 'medium'
}

const { enabled, disabled, auto_disabled } = CHANNEL_STATUS

const MOVES = {
  enable: { to: enabled, title: 'ui.enable', hint: 'channel.enable_hint' },
  drain: { to: disabled, title: 'channel.drain', hint: 'stats.drain_hint' },
  freeze: { to: disabled, title: 'channel.freeze', hint: 'channel.freeze_hint' },
} as const

/** What the gateway has disabled it may enable again, unless a person disables it too. */
function movesOf({ type, status }: ChannelJson): readonly (keyof typeof MOVES)[] {
  if (status === enabled) return ['drain']
  const wakes = typeFacts(type)?.isRelayed !== false
  return [
    ...(wakes ? (['enable'] as const) : []),
    ...(status === auto_disabled ? (['freeze'] as const) : []),
  ]
}

/** Buttons that begin and end the calls through a channel, each with what it means. */
export function SwitchChannel({ channel, size = 'small' }: SwitchChannelProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { id } = channel
  const move = (status: number) =>
    run(async () => {
      await call('channel.update', { body: { id, status } })
      await Promise.all(['channel', 'stats', 'overview', 'audit'].map(refresh))
    }, text('ui.done'))
  return movesOf(channel).map((name) => {
    const { to, title, hint } = MOVES[name]
    return (
      <Tooltip key={name} text={text(hint)} type="description">
        <Button size={size} loading={isBusy} onClick={() => void move(to)}>
          {text(title)}
        </Button>
      </Tooltip>
    )
  })
}
