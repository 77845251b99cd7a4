import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import { useText } from '../../../app/language'
import { TestRun } from './TestRun'

interface TestChosenProps {
  readonly channels: readonly Pick<ChannelJson, 'id' | 'name'>[]
  readonly onClose: () => void
}

/** Tries several channels, each with its own model for tests. */
export function TestChosen({ channels, onClose }: TestChosenProps) {
  const { text } = useText()
  const count = channels.length
  return (
    <TestRun
      title={text('channel.test_chosen', { count })}
      items={channels.map(({ id, name }) => ({
        key: String(id),
        title: `#${id} ${name}`.trim(),
        channelId: id,
      }))}
      allLabel={text('channel.test_every', { count })}
      onClose={onClose}
    />
  )
}
