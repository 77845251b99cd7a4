import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { disabledReason } from './disabled-reason'

/** Since when no calls go through a channel, and why; nothing of one that is enabled. */
export function OffSince({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const format = useFormat()
  const { reason, seconds } = disabledReason(channel)
  if (channel.status === CHANNEL_STATUS.enabled || seconds === 0) return null
  const { frozen_until: until } = channel
  if (until !== 0) {
    const frozen =
      until < 0
        ? text('channel.frozen')
        : text('channel.frozen_until', { time: format.time(until) })
    return <span className="top-bad">{reason === '' ? frozen : `${frozen}: ${reason}`}</span>
  }
  const time = format.time(seconds)
  if (reason === '') return <span className="muted">{text('channel.off_since', { time })}</span>
  return <span className="top-bad">{text('channel.disabled_because', { reason, time })}</span>
}
