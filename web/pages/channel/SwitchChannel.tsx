import { Button, Tooltip } from '@primer/react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { useChannelStatus } from '../../components/stats/use-status'
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
function movesOf({ type, status, frozen_until }: ChannelJson): readonly (keyof typeof MOVES)[] {
  if (status === enabled) return ['drain']
  if (frozen_until !== 0) return []
  const wakes = typeFacts(type)?.isRelayed !== false
  return [
    ...(wakes ? (['enable'] as const) : []),
    ...(status === auto_disabled ? (['freeze'] as const) : []),
  ]
}

/** Buttons that begin and end the calls through a channel, each with what it means. */
export function SwitchChannel({ channel, size = 'small' }: SwitchChannelProps) {
  const { text } = useText()
  const { isBusy, set } = useChannelStatus()
  return movesOf(channel).map((name) => {
    const { to, title, hint } = MOVES[name]
    return (
      <Tooltip key={name} text={text(hint)} type="description">
        <Button size={size} loading={isBusy} onClick={() => void set(channel, to === enabled)}>
          {text(title)}
        </Button>
      </Tooltip>
    )
  })
}
