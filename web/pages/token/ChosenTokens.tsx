import { CheckIcon, NoEntryIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'

interface ChosenTokensProps {
  readonly tokens: readonly TokenJson[]
  readonly onDone: () => void
}

/** What is done to the own tokens that are ticked. */
export function ChosenTokens({ tokens, onDone }: ChosenTokensProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { enabled, disabled } = TOKEN_STATUS
  const inState = (status: number) => tokens.filter((token) => token.status === status)
  const each = async (
    some: readonly TokenJson[],
    send: (id: number) => Promise<unknown>,
  ): Promise<void> => {
    const isDone = await run(async () => {
      try {
        for (const { id } of some) await send(id)
      } finally {
        await refresh('token')
      }
    }, text('ui.done'))
    if (isDone) onDone()
  }
  const turn = (from: number, status: number): Promise<void> =>
    each(inState(from), (id) =>
      call('token.update', { query: { status_only: 'true' }, body: { id, status } }),
    )
  const remove = async (): Promise<void> => {
    const title = text('token.remove_chosen', { count: tokens.length })
    const question = { title, message: text('token.remove_text'), agree: text('ui.remove') }
    if (!(await confirm({ ...question, danger: true }))) return
    await each(tokens, (id) => call('token.remove', { params: { id } }))
  }
  return (
    <ChosenBar count={tokens.length} onDone={onDone}>
      <Button
        size="small"
        leadingVisual={CheckIcon}
        loading={isBusy}
        disabled={inState(disabled).length === 0}
        onClick={() => void turn(disabled, enabled)}
      >
        {text('ui.enable')}
      </Button>
      <Button
        size="small"
        leadingVisual={NoEntryIcon}
        loading={isBusy}
        disabled={inState(enabled).length === 0}
        onClick={() => void turn(enabled, disabled)}
      >
        {text('ui.disable')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        onClick={() => void remove()}
      >
        {text('ui.remove')}
      </Button>
    </ChosenBar>
  )
}
