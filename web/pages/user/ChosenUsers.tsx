import { CheckIcon, NoEntryIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { ChosenBar } from '../../components/ChosenBar'
import { useAction } from '../../components/use-action'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'

interface ChosenUsersProps {
  readonly ids: ReadonlySet<number>
  readonly onDone: () => void
}

/** What is done to the users that are ticked; the first who may not be managed ends it. */
export function ChosenUsers({ ids, onDone }: ChosenUsersProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const count = ids.size
  const manage = async (action: 'enable' | 'disable'): Promise<void> => {
    if (action === 'disable') {
      const title = text('user.ban_chosen', { count })
      if (!(await confirm({ title, agree: text('user.ban'), danger: true }))) return
    }
    const isDone = await run(async () => {
      try {
        for (const id of ids) await call('user.manage', { body: { id, action } })
      } finally {
        await Promise.all([refresh('user'), refresh('stats')])
      }
    }, text('ui.done'))
    if (isDone) onDone()
  }
  return (
    <ChosenBar count={count} onDone={onDone}>
      <Button
        size="small"
        leadingVisual={CheckIcon}
        loading={isBusy}
        onClick={() => void manage('enable')}
      >
        {text('ui.enable')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={NoEntryIcon}
        loading={isBusy}
        onClick={() => void manage('disable')}
      >
        {text('user.ban')}
      </Button>
    </ChosenBar>
  )
}
