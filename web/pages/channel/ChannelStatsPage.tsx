import { KeyIcon, PencilIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { channelTypeName } from '../../../server/domain/channels/type-name'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { PageHeader } from '../../components/page/PageHeader'
import { SubjectFailure } from '../../components/page/SubjectFailure'
import { Changes } from '../../components/stats/Changes'
import { SubjectStats } from '../../components/stats/SubjectStats'
import { TestChannel } from '../../components/stats/TestChannel'
import { logLink } from '../../components/text/log-link'
import { StateLabel } from '../../components/text/StateLabel'
import { TextLink } from '../../components/text/TextLink'
import { ChannelMenu } from './ChannelActions'
import { Cooling } from './ChannelCells'
import { OffSince } from './OffSince'
import { SwitchChannel } from './SwitchChannel'
import { typeFacts } from './type-facts'

const ChannelDrawer = lateDialog(async () => (await import('./drawer/ChannelDrawer')).ChannelDrawer)
const KeysDialog = lateDialog(async () => (await import('./dialogs/KeysDialog')).KeysDialog)
const VerifyDialog = lateDialog(async () => (await import('./dialogs/VerifyDialog')).VerifyDialog)

/** One upstream account: how it does, what failed last, and what can be done about it. */
export default function ChannelStatsPage() {
  const { text } = useText()
  const { id = '' } = useParams()
  const { data, error, reload } = useEndpoint('channel.show', { params: { id: Number(id) } })
  const [, navigate] = useLocation()
  const [isEditing, edit] = useState(false)
  const [areKeysShown, showKeys] = useState(false)
  const [isVerifying, verify] = useState(false)
  if (error !== undefined) {
    return <SubjectFailure kind="channel" id={id} error={error} onRetry={reload} />
  }
  const channel = data?.id === Number(id) ? data : undefined
  return (
    <>
      <PageHeader
        title={channel?.name ?? `#${id}`}
        isReading={channel === undefined}
        {...(channel && { description: <Facts channel={channel} /> })}
      >
        {channel && (
          <>
            <TestChannel id={channel.id} name={channel.name} size="medium" />
            <SwitchChannel channel={channel} size="medium" />
            <Button leadingVisual={KeyIcon} onClick={() => showKeys(true)}>
              {text('key.rotate_action')}
            </Button>
            <Button leadingVisual={PencilIcon} onClick={() => edit(true)}>
              {text('ui.edit')}
            </Button>
            <ChannelMenu
              channel={channel}
              onVerify={() => verify(true)}
              onKeys={() => showKeys(true)}
              onRemoved={() => navigate('/channel')}
            />
          </>
        )}
      </PageHeader>
      <SubjectStats
        target={`channel:${id}`}
        key={id}
        kind="channel"
        subject={id}
        wish={{ channel: Number(id) }}
      />
      <Changes target={`channel:${id}`} />
      {channel && isEditing && <ChannelDrawer channel={channel} onClose={() => edit(false)} />}
      {channel && areKeysShown && <KeysDialog channel={channel} onClose={() => showKeys(false)} />}
      {channel && isVerifying && <VerifyDialog channel={channel} onClose={() => verify(false)} />}
    </>
  )
}

function Facts({ channel }: { readonly channel: ChannelJson }) {
  const { text, language } = useText()
  const format = useFormat()
  const type = typeFacts(channel.type)
  const models = channel.models.split(',').filter((model) => model !== '')
  return (
    <span className="subject-facts">
      <StateLabel kind="channel_status" value={channel.status} />
      <Cooling channel={channel} />
      <span>#{channel.id}</span>
      {type && <span>{channelTypeName(type, language)}</span>}
      <span>{channel.group}</span>
      <TextLink to={`/channel/edit/${channel.id}`}>
        {text('stats.models_count', { count: models.length })}
      </TextLink>
      <span>{text('stats.spent_ever', { quota: format.quota(channel.used_quota) })}</span>
      <TextLink to={logLink({ channel: channel.id })}>{text('nav.log')}</TextLink>
      <OffSince channel={channel} />
    </span>
  )
}
