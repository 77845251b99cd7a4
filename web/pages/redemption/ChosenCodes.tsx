import { CopyIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { ChosenBar } from '../../components/ChosenBar'
import { useAction } from '../../components/use-action'
import { useCopy } from '../../components/use-copy'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'
import type { Redemption } from './RedemptionPage'

interface ChosenCodesProps {
  readonly rows: readonly Redemption[]
  readonly onDone: () => void
}

/** What is done to the codes that are ticked; used ones are final and are left as they are. */
export function ChosenCodes({ rows, onDone }: ChosenCodesProps) {
  const { text } = useText()
  const copy = useCopy()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { unused, disabled, used } = REDEMPTION_STATUS
  const open = rows.filter(({ status }) => status !== used)
  const each = async (send: (id: number) => Promise<unknown>): Promise<void> => {
    const isDone = await run(async () => {
      try {
        // One after the other: each has its line in the audit log.
        for (const { id } of open) await send(id)
      } finally {
        await Promise.all([refresh('redemption'), refresh('stats')])
      }
    }, text('ui.done'))
    if (isDone) onDone()
  }
  const set = (status: number): Promise<void> =>
    each((id) =>
      call('redemption.update', { query: { status_only: 'true' }, body: { id, status } }),
    )
  const remove = async (): Promise<void> => {
    const title = text('redemption.remove_chosen', { count: open.length })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await each((id) => call('redemption.remove', { params: { id } }))
  }
  const isNone = open.length === 0
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      <Button
        size="small"
        leadingVisual={CopyIcon}
        onClick={() => void copy(rows.map(({ name, key }) => `${name}    ${key}`).join('\n'))}
      >
        {text('redemption.copy_chosen')}
      </Button>
      <Button size="small" loading={isBusy} disabled={isNone} onClick={() => void set(unused)}>
        {text('ui.enable')}
      </Button>
      <Button size="small" loading={isBusy} disabled={isNone} onClick={() => void set(disabled)}>
        {text('ui.disable')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        disabled={isNone}
        onClick={() => void remove()}
      >
        {text('ui.remove')}
      </Button>
    </ChosenBar>
  )
}
