import { NoEntryIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'
import { useAction } from '../use-action'

export interface StoppedToken {
  readonly id: number
  readonly name: string
  /** Whose it is, "" for an own one. */
  readonly owner: string
}

/** Asks, then disables tokens of anybody; resolves to whether it was done. */
export function useStopTokens() {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const stop = async (tokens: readonly StoppedToken[]): Promise<boolean> => {
    const [first] = tokens
    if (first === undefined) return false
    const { name, owner } = first
    const title =
      tokens.length > 1
        ? text('token.stop_many_title', { count: tokens.length })
        : text('token.stop_title', { name: owner === '' ? name : `${name} (${owner})` })
    const question = { title, message: text('token.stop_text'), agree: text('token.stop') }
    if (!(await confirm({ ...question, danger: true }))) return false
    return await run(async () => {
      const query = { status_only: 'true' }
      for (const { id } of tokens) {
        await call('token.update_any', { query, body: { id, status: TOKEN_STATUS.disabled } })
      }
      await Promise.all([refresh('token'), refresh('overview'), refresh('stats')])
    }, text('token.stopped'))
  }
  return { isBusy, stop }
}

interface StopTokenProps {
  readonly token: StoppedToken
  readonly size?: 'small' | 'medium'
}

export function StopToken({ token, size = 'small' }: StopTokenProps) {
  const { text } = useText()
  const { isBusy, stop } = useStopTokens()
  return (
    <Button
      size={size}
      variant="danger"
      leadingVisual={NoEntryIcon}
      loading={isBusy}
      aria-label={text('token.stop_named', { name: token.name })}
      onClick={() => void stop([token])}
    >
      {text('token.stop')}
    </Button>
  )
}
