import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'

interface NoticeActs {
  readonly isBusy: boolean
  /** False when one of them could not be done; the others are done all the same. */
  readonly retry: (ids: readonly number[]) => Promise<boolean>
  readonly dismiss: (ids: readonly number[]) => Promise<boolean>
}

export function useNoticeActs(): NoticeActs {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const each = async (verb: 'retry' | 'dismiss', ids: readonly number[]): Promise<boolean> =>
    await run(
      async () => {
        const failures: unknown[] = []
        for (const id of ids) {
          await call(`notice.${verb}`, { params: { id } }).catch((error) => failures.push(error))
        }
        await Promise.all([refresh('notice'), refresh('stats')])
        if (failures.length > 0) throw failures[0]
      },
      text(verb === 'retry' ? 'notices.retried' : 'notices.dismissed'),
    )
  return {
    isBusy,
    retry: (ids) => each('retry', ids),
    dismiss: (ids) => each('dismiss', ids),
  }
}
