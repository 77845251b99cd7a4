import { CheckIcon, NoEntryIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { isFrozen, TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { useAction } from '../page/use-action'
import { useFreezeQuestion } from './use-freeze-question'

export interface NamedToken {
  readonly id: number
  readonly name: string
  /** Whose it is, "" for an own one. */
  readonly owner: string
  /** By an operator; another one that does not run was switched off by its owner. */
  readonly isFrozen?: boolean
}

interface FreezableToken extends Pick<NamedToken, 'id' | 'name'> {
  readonly username: string
  readonly frozen_until: number
}

export function namedToken({ id, name, username, frozen_until }: FreezableToken): NamedToken {
  return { id, name, owner: username, isFrozen: isFrozen(frozen_until, nowSeconds()) }
}

/** Freezes tokens of anybody, after a question, and lets them go on; true when it was done. */
export function useTokenFreezer() {
  const { text } = useText()
  const ask = useFreezeQuestion()
  const { isBusy, run } = useAction()
  const toEach = (
    tokens: readonly NamedToken[],
    send: (token: NamedToken) => Promise<unknown>,
    success: string,
  ) =>
    run(async () => {
      try {
        for (const token of tokens) await send(token)
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
    const body = await ask({ ...question, danger: true })
    if (body === undefined) return false
    const send = ({ id }: NamedToken) => call('token.freeze', { params: { id }, body })
    return await toEach(tokens, send, text('token.frozen'))
  }
  const unfreeze = (tokens: readonly NamedToken[]): Promise<boolean> =>
    toEach(tokens, letGo, text('token.unfrozen'))
  return { isBusy, freeze, unfreeze }
}

async function letGo({ id, isFrozen }: NamedToken): Promise<void> {
  if (isFrozen === true) await call('token.unfreeze', { params: { id } })
  else {
    const body = { id, status: TOKEN_STATUS.enabled }
    await call('token.update_any', { query: { status_only: 'true' }, body })
  }
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
  if (props.token.isFrozen === true) return <UnfreezeToken {...props} />
  if (status === TOKEN_STATUS.enabled) return <FreezeToken {...props} />
  if (status === TOKEN_STATUS.disabled) return <UnfreezeToken {...props} />
  return null
}
