import type { UpstreamModelJson } from '../../../../server/domain/endpoints/upstream-model'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { useAction } from '../../../components/page/use-action'

type Act = 'add' | 'retire' | 'map'

interface Wanted {
  readonly ids: number[]
  readonly act: Act | undefined
  readonly accepts_unpriced?: boolean
}

const MOST_NAMED = 10

export async function refreshFindings(): Promise<void> {
  await Promise.all(['upstream_model', 'channel', 'overview'].map((noun) => refresh(noun)))
}

/** What is done about findings; resolves to whether it was. */
export function useFindingActs() {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const send = (body: Wanted) =>
    run(async () => {
      await call('upstream_model.apply', { body })
      await refreshFindings()
    }, text('upstream_models.done'))
  return {
    isBusy,
    /** Without `act` each kind gets what is usual for it. */
    apply: async (rows: readonly UpstreamModelJson[], act?: Act): Promise<boolean> => {
      const ids = rows.map(({ id }) => id)
      const unpriced = rows.filter(({ kind, priced }) => kind === 'new' && !priced)
      if (unpriced.length === 0) return await send({ ids, act })
      const names = unpriced.slice(0, MOST_NAMED).map(({ model }) => model)
      const agreed = await confirm({
        title: text('upstream_models.unpriced_title'),
        message: text('upstream_models.unpriced_text', { models: names.join(', ') }),
        agree: text('upstream_models.add'),
      })
      return agreed ? await send({ ids, act, accepts_unpriced: true }) : false
    },
    ignore: (rows: readonly UpstreamModelJson[], again: boolean): Promise<boolean> =>
      run(async () => {
        const body = { ids: rows.map(({ id }) => id), again }
        await call('upstream_model.ignore', { body })
        await refreshFindings()
      }, text('ui.done')),
  }
}
