import { ServerIcon } from '@primer/octicons-react'
import { Button, Label, Tooltip } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { channelTypeName, reasonToRest } from '../../../server/domain/channel-type-name'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { channelResource } from '../../../server/domain/resources/channels'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { Loaded } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { Cell, Dash } from '../../components/Cell'
import { logLink } from '../../components/log-link'
import { NameLink } from '../../components/NameLink'
import {
  ResourceTable,
  type RowGroup,
  type Selection,
  type TableSort,
} from '../../components/ResourceTable'
import { StateLabel } from '../../components/StateLabel'
import { LastDay, useLastDays } from '../../components/stats/LastDay'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { lateDialog } from '../../shell/Late'
import { ChannelActions } from './ChannelActions'
import { disabledReason } from './disabled-reason'
import { InlineNumber } from './InlineNumber'
import { TagHeading } from './TagHeading'
import { typeFacts } from './type-facts'

const KeysDialog = lateDialog(async () => (await import('./KeysDialog')).KeysDialog)
const TestDialog = lateDialog(async () => (await import('./TestDialog')).TestDialog)
const VerifyDialog = lateDialog(async () => (await import('./VerifyDialog')).VerifyDialog)

interface ChannelTableProps {
  readonly list: Loaded<readonly ChannelJson[]>
  readonly byTag: boolean
  readonly selection: Selection
  readonly sort?: TableSort
  readonly isFiltered: boolean
}

export function ChannelTable(props: ChannelTableProps) {
  const { list, byTag, selection, sort, isFiltered } = props
  const { text } = useText()
  const [, navigate] = useLocation()
  const [tested, test] = useState<ChannelJson | undefined>(undefined)
  const [keyed, showKeys] = useState<ChannelJson | undefined>(undefined)
  const [verified, verify] = useState<ChannelJson | undefined>(undefined)
  const days = useLastDays(list.data?.map(({ id }) => id))
  return (
    <>
      <ResourceTable
        resource={channelResource}
        rows={list.data}
        groups={byTag && list.data !== undefined ? tagGroups(list.data) : undefined}
        nameOf={({ name }) => name}
        selection={selection}
        sort={sort}
        error={list.error}
        onRetry={list.reload}
        isResting={({ status }) => status !== CHANNEL_STATUS.enabled}
        cells={{
          name: ({ id, name }) => <NameLink to={subjectPath('channel', id)} name={name} />,
          type: ({ type }) => <TypeOf type={type} />,
          status: (channel) => (
            <span className="channel-state">
              <ChannelState channel={channel} />
              <Cooling channel={channel} />
              <LastDay
                day={days.get(channel.id)}
                name={channel.name}
                to={logLink({ channel: channel.id })}
              />
            </span>
          ),
          response_time: (channel) => <ResponseTime channel={channel} />,
          balance: (channel) => <BalanceOf channel={channel} />,
          used_quota: (channel) => <UsedOf channel={channel} />,
          priority: (channel) => <InlineNumber channel={channel} field="priority" min={-999} />,
          weight: (channel) => <InlineNumber channel={channel} field="weight" min={0} />,
        }}
        actions={(channel) => (
          <ChannelActions channel={channel} onTest={test} onVerify={verify} onKeys={showKeys} />
        )}
        {...(!isFiltered && {
          empty: (
            <Blank
              icon={ServerIcon}
              title={text('channel.empty')}
              message={text('channel.empty_text')}
            >
              <Button variant="primary" onClick={() => navigate('/channel/setup')}>
                {text('setup.begin')}
              </Button>
              <TextLink to="/channel/add">{text('channel.add')}</TextLink>
            </Blank>
          ),
        })}
      />
      {tested && <TestDialog channel={tested} onClose={() => test(undefined)} />}
      {keyed && <KeysDialog channel={keyed} onClose={() => showKeys(undefined)} />}
      {verified && <VerifyDialog channel={verified} onClose={() => verify(undefined)} />}
    </>
  )
}

/** Channels of one tag together. */
function tagGroups(channels: readonly ChannelJson[]): RowGroup<ChannelJson>[] {
  return [...Map.groupBy(channels, ({ tag }) => tag)].map(([tag, rows]) => ({
    key: `tag ${tag}`,
    heading: <TagHeading tag={tag} channels={rows} />,
    rows,
  }))
}

/** Why and when the gateway switched a channel off, for whoever points at the state. */
function ChannelState({ channel }: { readonly channel: ChannelJson }) {
  const { text, language } = useText()
  const format = useFormat()
  const type = typeFacts(channel.type)
  // Enabled by an older version: green would say that calls go through it.
  if (channel.status === CHANNEL_STATUS.enabled && type?.isRelayed === false) {
    const successor = typeFacts(type.successor ?? 0)
    return <Label variant="attention">{reasonToRest(successor, { language, text })}</Label>
  }
  const label = <StateLabel kind="channel_status" value={channel.status} />
  const { reason, seconds } = disabledReason(channel)
  if (channel.status !== CHANNEL_STATUS.auto_disabled || reason === '') return label
  const told = text('channel.disabled_because', { reason, time: format.time(seconds) })
  return (
    <Tooltip text={told} type="description">
      <button type="button" className="plain-button">
        {label}
      </button>
    </Tooltip>
  )
}

/** What is left alone because it has failed, and until when. */
function Cooling({ channel }: { readonly channel: ChannelJson }) {
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
function TypeOf({ type }: { readonly type: number }) {
  const { language, text } = useText()
  const facts = typeFacts(type)
  if (facts === undefined) return type
  const name = channelTypeName(facts, language)
  if (facts.isRelayed) return name
  const reason = reasonToRest(typeFacts(facts.successor ?? 0), { language, text })
  return (
    <span className="channel-type">
      {name} <Label variant="attention">{reason}</Label>
    </span>
  )
}

/** A test that failed has no response time, but it has been made. */
function ResponseTime({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const { response_time, test_time } = channel
  if (response_time > 0 || test_time === 0) {
    return <Cell kind="duration_ms" value={response_time} />
  }
  return <Label variant="danger">{text('channel.test_bad')}</Label>
}

/** Words where the type cannot tell, and a dash until it is asked: 0 would be a sum. */
function BalanceOf({ channel }: { readonly channel: ChannelJson }) {
  const { text } = useText()
  const { type, balance, balance_updated_time } = channel
  if (typeFacts(type)?.tellsBalance !== true) {
    return <span className="channel-quiet">{text('channel.balance_untold')}</span>
  }
  return balance_updated_time > 0 ? <Cell kind="money_usd" value={balance} /> : <Dash />
}

function UsedOf({ channel }: { readonly channel: ChannelJson }) {
  const format = useFormat()
  return (
    <span className="number" title={format.number(channel.used_quota)}>
      {format.quota(channel.used_quota)}
    </span>
  )
}
