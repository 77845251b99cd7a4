import { CheckIcon, NoEntryIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../overlay/Confirm'
import { useAction } from '../page/use-action'

export interface NamedToken {
  readonly id: number
  readonly name: string
  /** Whose it is, "" for an own one. */
  readonly owner: string
}

/** Freezes tokens of anybody, after a question, and lets them go on; true when it was done. */
export function useTokenFreezer() {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const set = (tokens: readonly NamedToken[], status: number, success: string) =>
    run(async () => {
      const query = { status_only: 'true' }
      try {
        for (const { id } of tokens) await call('token.update_any', { query, body: { id, status } })
      } finally {
        await Promise.all([refresh('token'), refresh('overview'), refresh('stats')])
      }
    }, success)
  const freeze = async (tokens: readonly NamedToken[]): Promise<boolean> => {
    const [first] = tokens
    if (first === undefined) return false
    const { name, owner } = first
    const title =
      tokens.length > 1
        ? text('token.freeze_many_title', { count: tokens.length })
        : text('token.freeze_title', { name: owner === '' ? name : `${name} (${owner})` })
    const question = { title, message: text('token.freeze_text'), agree: text('token.freeze') }
    if (!(await confirm({ ...question, danger: true }))) return false
    return await set(tokens, TOKEN_STATUS.disabled, text('token.frozen'))
  }
  const unfreeze = (tokens: readonly NamedToken[]): Promise<boolean> =>
    set(tokens, TOKEN_STATUS.enabled, text('token.unfrozen'))
  return { isBusy, freeze, unfreeze }
}

interface FreezeTokenProps {
  readonly token: NamedToken
  readonly size?: 'small' | 'medium'
}

export function FreezeToken({ token, size = 'small' }: FreezeTokenProps) {
  const { text } = useText()
  const { isBusy, freeze } = useTokenFreezer()
  return (
    <Button
      size={size}
      variant="danger"
      leadingVisual={NoEntryIcon}
      loading={isBusy}
      aria-label={text('token.freeze_named', { name: token.name })}
      onClick={() => void freeze([token])}
    >
      {text('token.freeze')}
    </Button>
  )
}

function UnfreezeToken({ token, size = 'small' }: FreezeTokenProps) {
  const { text } = useText()
  const { isBusy, unfreeze } = useTokenFreezer()
  return (
    <Button
      size={size}
      leadingVisual={CheckIcon}
      loading={isBusy}
      aria-label={text('token.unfreeze_named', { name: token.name })}
      onClick={() => void unfreeze([token])}
    >
      {text('token.unfreeze')}
    </Button>
  )
}

interface TokenSwitchProps extends FreezeTokenProps {
  readonly status: number
}

/** One press freezes, one lets go on; an expired or exhausted one waits for its owner. */
export function TokenSwitch({ status, ...props }: TokenSwitchProps) {
  if (status === TOKEN_STATUS.enabled) return <FreezeToken {...props} />
  if (status === TOKEN_STATUS.disabled) return <UnfreezeToken {...props} />
  return null
}
