import { ChevronDownIcon, ChevronRightIcon, TagIcon } from '@primer/octicons-react'
import { Button, CounterLabel } from '@primer/react'
import { useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { useAction } from '../../components/page/use-action'

const TagDrawer = lateDialog(async () => (await import('./drawer/TagDrawer')).TagDrawer)
const TestChosen = lateDialog(async () => (await import('./dialogs/TestChosen')).TestChosen)

interface TagHeadingProps {
  /** "" for the channels without one. */
  readonly tag: string
  /** Those of this page: all of a tag, but maybe not all of those without one. */
  readonly channels: readonly ChannelJson[]
  /** How many there are on all pages. */
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
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
export function TagHeading({ tag, channels, count, isOpen, onToggle }: TagHeadingProps) {
  const { text } = useText()
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon
  return (
    <span className="tag-heading">
      <button type="button" className="tag-toggle" aria-expanded={isOpen} onClick={onToggle}>
        <Chevron />
        {tag !== '' && <TagIcon />}
        <span>{tag === '' ? text('channel.no_tag') : tag}</span>
        <CounterLabel>{count}</CounterLabel>
      </button>
      {/* A part of them has other sums than all. */}
      {channels.length === count && <TagSums channels={channels} />}
      {tag !== '' && <TagButtons tag={tag} channels={channels} />}
    </span>
  )
}

function TagButtons({ tag, channels }: Pick<TagHeadingProps, 'tag' | 'channels'>) {
  const { text } = useText()
  const { run } = useAction()
  const [isEditing, edit] = useState(false)
  const [isTesting, test] = useState(false)
  const order = async (id: 'channel.tag_enable' | 'channel.tag_disable'): Promise<void> => {
    await run(async () => {
      await call(id, { body: { tag } })
      await Promise.all([refresh('channel'), refresh('stats')])
    }, text('ui.done'))
  }
  const buttons = [
    { title: 'ui.enable', named: 'channel.tag_enable', run: () => order('channel.tag_enable') },
    { title: 'ui.disable', named: 'channel.tag_disable', run: () => order('channel.tag_disable') },
    { title: 'channel.test_one', named: 'channel.tag_test', run: async () => test(true) },
    { title: 'ui.edit', named: 'channel.tag_edit', run: async () => edit(true) },
  ] as const
  return (
    <span className="tag-buttons">
      {buttons.map(({ title, named, run: begin }) => (
        <Button
          key={named}
          size="small"
          aria-label={text(named, { tag })}
          onClick={() => void begin()}
        >
          {text(title)}
        </Button>
      ))}
      {isEditing && <TagDrawer tag={tag} onClose={() => edit(false)} />}
      {isTesting && <TestChosen channels={channels} onClose={() => test(false)} />}
    </span>
  )
}
