import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useAction } from '../page/use-action'

/** One small call through a channel, by its own model for tests; a toast reports the result. */
export function useChannelTest() {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const test = async ({ id, name }: { readonly id: number; readonly name: string }) => {
    await run(async () => {
      const { data } = await call('channel.test_post', { params: { id }, query: {} })
      toast.success(text('overview.test_good', { name, seconds: data.time.toFixed(2) }))
      await Promise.all([refresh('channel'), refresh('overview')])
    })
  }
  return { isBusy, test }
}
