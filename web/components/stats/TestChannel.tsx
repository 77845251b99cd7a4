import { BeakerIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useAction } from '../page/use-action'

interface TestChannelProps {
  readonly id: number
  readonly name: string
  readonly size?: 'small' | 'medium'
}

/** One small call through a channel, by its own model for tests. */
export function TestChannel({ id, name, size = 'small' }: TestChannelProps) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const test = async (): Promise<void> => {
    await run(async () => {
      const { data } = await call('channel.test_post', { params: { id }, query: {} })
      toast.success(text('overview.test_good', { name, seconds: data.time.toFixed(2) }))
      await Promise.all([refresh('channel'), refresh('overview')])
    })
  }
  return (
    <Button
      size={size}
      leadingVisual={BeakerIcon}
      loading={isBusy}
      aria-label={text('channel.test', { name })}
      onClick={() => void test()}
    >
      {text('channel.test_one')}
    </Button>
  )
}
