import { TagIcon } from '@primer/octicons-react'
import { Button, CounterLabel } from '@primer/react'
import { useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useAction } from '../../components/use-action'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { lateDialog } from '../../shell/Late'

const TagDrawer = lateDialog(async () => (await import('./TagDrawer')).TagDrawer)

interface TagHeadingProps {
  readonly tag: string
  readonly channels: readonly ChannelJson[]
}

/** What its channels come to together. */
function TagSums({ channels }: Pick<TagHeadingProps, 'channels'>) {
  const { text } = useText()
  const format = useFormat()
  const working = channels.filter(({ status }) => status === CHANNEL_STATUS.enabled)
  const used = channels.reduce((sum, { used_quota }) => sum + used_quota, 0)
  const timed = working.filter(({ response_time }) => response_time > 0)
  const sumMs = timed.reduce((sum, { response_time }) => sum + response_time, 0)
  const cooling = channels.filter(({ cooling_until }) => cooling_until > 0).length
  const facts = [
    text('key.tag_enabled', { count: working.length, all: channels.length }),
    `${text('field.channel.used_quota')} ${format.quota(used)}`,
    ...(timed.length === 0
      ? []
      : [text('key.tag_time', { seconds: (sumMs / timed.length / 1000).toFixed(2) })]),
    ...(cooling === 0 ? [] : [text('key.tag_cooling', { count: cooling })]),
  ]
  return <span className="channel-quiet">{facts.join(' · ')}</span>
}

/** A tag above its channels, with what is done to all of them. */
export function TagHeading({ tag, channels }: TagHeadingProps) {
  const { text } = useText()
  const { run } = useAction()
  const [isEditing, edit] = useState(false)
  const order = async (id: 'channel.tag_enable' | 'channel.tag_disable'): Promise<void> => {
    await run(async () => {
      await call(id, { body: { tag } })
      await refresh('channel')
    }, text('ui.done'))
  }
  return (
    <span className="tag-heading">
      <TagIcon />
      <span>{tag}</span>
      <CounterLabel>{channels.length}</CounterLabel>
      <TagSums channels={channels} />
      <span className="tag-buttons">
        <Button
          size="small"
          aria-label={text('channel.tag_enable', { tag })}
          onClick={() => void order('channel.tag_enable')}
        >
          {text('ui.enable')}
        </Button>
        <Button
          size="small"
          aria-label={text('channel.tag_disable', { tag })}
          onClick={() => void order('channel.tag_disable')}
        >
          {text('ui.disable')}
        </Button>
        <Button
          size="small"
          aria-label={text('channel.tag_edit', { tag })}
          onClick={() => edit(true)}
        >
          {text('ui.edit')}
        </Button>
      </span>
      {isEditing && <TagDrawer tag={tag} onClose={() => edit(false)} />}
    </span>
  )
}
