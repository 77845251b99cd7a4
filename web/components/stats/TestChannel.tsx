import { BeakerIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../app/language'
import { useChannelTest } from './use-channel-test'

interface TestChannelProps {
  readonly id: number
  readonly name: string
  readonly size?: 'small' | 'medium'
}

export function TestChannel({ id, name, size = 'small' }: TestChannelProps) {
  const { text } = useText()
  const { isBusy, test } = useChannelTest()
  return (
    <Button
      size={size}
      leadingVisual={BeakerIcon}
      loading={isBusy}
      aria-label={text('channel.test', { name })}
      onClick={() => void test({ id, name })}
    >
      {text('channel.test_one')}
    </Button>
  )
}
