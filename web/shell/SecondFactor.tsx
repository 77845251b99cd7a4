/** Asking for the second factor over whatever page is shown. */
import { useEffect, useState } from 'react'
import type { UserJson } from '../../server/domain/endpoints/user'
import { call } from '../api/client'
import { askForFactors } from '../api/second-factor'
import { useText } from '../app/language'
import { Late } from '../components/late/Late'
import { lazyPart } from '../components/late/lazy-part'
import { usePasskeys } from '../components/sign-in/use-passkeys'

const FactorDialog = lazyPart(() => import('../components/sign-in/FactorDialog'))

type Open =
  | { readonly purpose: 'login'; readonly answer: (user: UserJson | undefined) => void }
  | { readonly purpose: 'proof'; readonly answer: (isProved: boolean) => void }

export function SecondFactor() {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  useEffect(
    () =>
      askForFactors({
        login: () => new Promise((answer) => setOpen({ purpose: 'login', answer })),
        proof: () => new Promise((answer) => setOpen({ purpose: 'proof', answer })),
      }),
    [],
  )
  if (open === undefined) return null
  return <OpenDialog open={open} onDone={() => setOpen(undefined)} />
}

interface OpenDialogProps {
  readonly open: Open
  readonly onDone: () => void
}

function OpenDialog({ open, onDone }: OpenDialogProps) {
  const { text } = useText()
  const passkeys = usePasskeys()
  const close = (): void => {
    onDone()
    if (open.purpose === 'login') open.answer(undefined)
    else open.answer(false)
  }
  const ways =
    open.purpose === 'login'
      ? loginWays(passkeys.logIn, (user) => {
          onDone()
          open.answer(user)
        })
      : proofWays(passkeys.prove, () => {
          onDone()
          open.answer(true)
        })
  return (
    <Late onClose={close}>
      <FactorDialog explanation={text(`factor.why_${open.purpose}`)} onClose={close} {...ways} />
    </Late>
  )
}

function loginWays(byPasskey: () => Promise<UserJson>, onUser: (user: UserJson) => void) {
  return {
    onCode: async (code: string) => {
      onUser((await call('second_factor.login', { body: { code } })).data)
    },
    onPasskey: async () => onUser(await byPasskey()),
  }
}

function proofWays(byPasskey: () => Promise<void>, onProved: () => void) {
  return {
    onCode: async (code: string) => {
      await call('second_factor.verify', { body: { method: '2fa', code } })
      onProved()
    },
    onPasskey: async () => {
      await byPasskey()
      onProved()
    },
  }
}
