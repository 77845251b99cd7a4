import { CheckIcon, NoEntryIcon, PencilIcon, TagIcon } from '@primer/octicons-react'
import { CounterLabel, IconButton } from '@primer/react'
import { useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useAction } from '../../components/use-action'
import { useText } from '../../language'
import { TagDrawer } from './TagDrawer'

interface TagHeadingProps {
  readonly tag: string
  readonly channels: readonly ChannelJson[]
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
      <IconButton
        icon={CheckIcon}
        size="small"
        variant="invisible"
        aria-label={text('channel.tag_enable', { tag })}
        onClick={() => void order('channel.tag_enable')}
      />
      <IconButton
        icon={NoEntryIcon}
        size="small"
        variant="invisible"
        aria-label={text('channel.tag_disable', { tag })}
        onClick={() => void order('channel.tag_disable')}
      />
      <IconButton
        icon={PencilIcon}
        size="small"
        variant="invisible"
        aria-label={text('channel.tag_edit', { tag })}
        onClick={() => edit(true)}
      />
      {isEditing && <TagDrawer tag={tag} onClose={() => edit(false)} />}
    </span>
  )
}
