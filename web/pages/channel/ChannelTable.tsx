import { ServerIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { channelResource } from '../../../server/domain/resources/channels'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { Loaded } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { Blank } from '../../components/page/Blank'
import { LastDay, useLastDays } from '../../components/stats/LastDay'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { ResourceTable, type Selection } from '../../components/table/ResourceTable'
import type { TableSort } from '../../components/table/SortButton'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import { ChannelActions } from './ChannelActions'
import { BalanceOf, ChannelState, Cooling, ResponseTime, TypeOf, UsedOf } from './ChannelCells'
import { FoundModels } from './found/FoundModels'
import { InlineNumber } from './InlineNumber'
import { useTagGroups } from './TagGroups'

const KeysDialog = lateDialog(async () => (await import('./dialogs/KeysDialog')).KeysDialog)
const TestDialog = lateDialog(async () => (await import('./dialogs/TestDialog')).TestDialog)
const VerifyDialog = lateDialog(async () => (await import('./dialogs/VerifyDialog')).VerifyDialog)

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
  const groups = useTagGroups(list.data, list.answer?.untagged ?? 0)
  return (
    <>
      <ResourceTable
        resource={channelResource}
        rows={list.data}
        groups={byTag ? groups : undefined}
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
              <FoundModels channelId={channel.id} />
              <LastDay
                day={days.get(channel.id)}
                name={channel.name}
                to={logLink({ channel: channel.id })}
              />
            </span>
          ),
          response_time: (channel) => (
            <span className="channel-time">
              <ResponseTime channel={channel} />
            </span>
          ),
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
