import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import type { Redemption } from './redemption'

type Named = Pick<Redemption, 'id' | 'name'>

/** What is done to codes; each resolves to whether it was. */
export function useCodeActs() {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const each = (codes: readonly Named[], send: (id: number) => Promise<unknown>) =>
    run(async () => {
      try {
        // One after the other: each has its line in the audit log.
        for (const { id } of codes) await send(id)
      } finally {
        await Promise.all([refresh('redemption'), refresh('stats')])
      }
    }, text('ui.done'))
  const set = (codes: readonly Named[], status: number): Promise<boolean> =>
    each(codes, (id) =>
      call('redemption.update', { query: { status_only: 'true' }, body: { id, status } }),
    )
  return {
    isBusy,
    disable: (codes: readonly Named[]) => set(codes, REDEMPTION_STATUS.disabled),
    enable: (codes: readonly Named[]) => set(codes, REDEMPTION_STATUS.unused),
    remove: async (codes: readonly Named[]): Promise<boolean> => {
      const [first] = codes
      if (first === undefined) return false
      const title =
        codes.length === 1
          ? text('redemption.remove_title', { name: first.name })
          : text('redemption.remove_chosen', { count: codes.length })
      if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return false
      return await each(codes, (id) => call('redemption.remove', { params: { id } }))
    },
  }
}
