/** What the cells of a channel's row show that a table cannot know of itself. */
import { Label, Tooltip } from '@primer/react'
import { channelTypeName, reasonToRest } from '../../../server/domain/channels/type-name'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Cell, Dash } from '../../components/table/Cell'
import { StateLabel } from '../../components/text/StateLabel'
import { disabledReason } from './disabled-reason'
import { typeFacts } from './type-facts'

/** Why and when the gateway switched a channel off, for whoever points at the state. */
export function ChannelState({ channel }: { readonly channel: ChannelJson }) {
  const { text, language } = useText()
  const format = useFormat()
  const type = typeFacts(channel.type)
  // Enabled by an older version: green would say that calls go through it.
  if (channel.status === CHANNEL_STATUS.enabled && type?.isRelayed === false) {
    const successor = typeFacts(type.successor ?? 0)
    return <Label variant="attention">{reasonToRest(successor, { language, text })}</Label>
  }
  if (type?.needsAddress === true && channel.base_url === '') {
    return <Label variant="attention">{text('channel.no_address')}</Label>
  }
  const label = <StateLabel kind="channel_status" value={channel.status} />
  const { reason, seconds } = disabledReason(channel)
  if (channel.status !== CHANNEL_STATUS.auto_disabled || reason === '') return label
  const explanation = text('channel.disabled_because', { reason, time: format.time(seconds) })
  return (
    <>
      <Tooltip text={explanation} type="description">
        <button type="button" className="plain-button">
          {label}
        </button>
      </Tooltip>
      <span className="channel-why">{reason}</span>
    </>
  )
}

/** What is in cooldown because it has failed, and until when. */
export function Cooling({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const format = useFormat()
  const { cooling_until, cooling_reason: reason, keys_cooling } = channel
  if (cooling_until === 0) {
    if (keys_cooling === 0) return null
    return <Label variant="attention">{text('key.some_cooling', { count: keys_cooling })}</Label>
  }
  const time = format.time(cooling_until)
  return (
    <Tooltip text={text('key.cooling_reason', { time, reason })} type="description">
      <button type="button" className="plain-button">
        <Label variant="attention">{text('key.cooling', { time })}</Label>
      </button>
    </Tooltip>
  )
}

/** The name, and that no call can go through it while its wire format is not built. */
export function TypeOf({ type }: { readonly type: number }) {
  const { language, text } = useText()
  const facts = typeFacts(type)
  if (facts === undefined) return <span className="channel-type">{type}</span>
  const name = channelTypeName(facts, language)
  if (facts.isRelayed) return <span className="channel-type">{name}</span>
  const reason = reasonToRest(typeFacts(facts.successor ?? 0), { language, text })
  return (
    <span className="channel-type">
      {name} <Label variant="attention">{reason}</Label>
    </span>
  )
}

/** A test that failed has no response time, but it has been made. */
export function ResponseTime({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const { response_time, test_time } = channel
  if (response_time > 0 || test_time === 0) {
    return <Cell kind="duration_ms" value={response_time} />
  }
  return <Label variant="danger">{text('channel.test_bad')}</Label>
}

/** Words where the type reports none, and a dash until it is queried: 0 would be an amount. */
export function BalanceOf({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const { type, balance, balance_updated_time } = channel
  if (typeFacts(type)?.reportsBalance !== true) {
    return <span className="channel-quiet cell-none">{text('channel.balance_untold')}</span>
  }
  if (balance_updated_time === 0) return <Dash />
  return (
    <span className="channel-balance">
      <Cell kind="money_usd" value={balance} />
    </span>
  )
}

export function UsedOf({ channel }: { readonly channel: ChannelJson }) {
  const format = useFormat()
  return (
    <span className="number channel-used" title={format.number(channel.used_quota)}>
      {format.quota(channel.used_quota)}
    </span>
  )
}
