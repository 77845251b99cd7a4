import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import { useText } from '../../../app/language'
import { TestRun } from './TestRun'

interface TestDialogProps {
  readonly channel: ChannelJson
  readonly onClose: () => void
}

/** Tries a channel with one of its models, or with all. */
export function TestDialog({ channel, onClose }: TestDialogProps) {
  const { text } = useText()
  const models = channel.models.split(',').filter((model) => model !== '')
  return (
    <TestRun
      title={text('channel.test', { name: channel.name })}
      items={models.map((model) => ({ key: model, title: model, channelId: channel.id, model }))}
      allLabel={text('channel.test_models', { count: models.length })}
      onClose={onClose}
    />
  )
}
