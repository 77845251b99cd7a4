/**
 * What could take an account over is only done for its owner: after a while without a login the
 * server requires the password or a linked account, here, and the call is made again.
 */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { Late } from '../late/Late'
import { lazyPart } from '../late/lazy-part'

const ProofDialog = lazyPart(() => import('./ProofDialog'))

/** Makes a call, twice if the password was required in between. Throws what it throws. */
type AsOwner = <Answer>(order: () => Promise<Answer>) => Promise<Answer>

const Context = createContext<AsOwner | undefined>(undefined)

export function useOwnerProof(): AsOwner {
  const asOwner = useContext(Context)
  if (asOwner === undefined) throw new Error('no owner proof provider')
  return asOwner
}

interface Open {
  readonly answer: (isProved: boolean) => void
}

export function OwnerProofProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        const answer = (isProved: boolean): void => {
          setOpen(undefined)
          resolve(isProved)
        }
        setOpen({ answer })
      }),
    [],
  )
  const asOwner = useCallback<AsOwner>(
    async (order) => {
      try {
        return await order()
      } catch (error) {
        if (!isDoubt(error) || !(await ask())) throw error
        return await order()
      }
    },
    [ask],
  )
  return (
    <Context value={asOwner}>
      {children}
      {open && (
        <Late onClose={() => open.answer(false)}>
          <ProofDialog onAnswer={open.answer} />
        </Late>
      )}
    </Context>
  )
}

function isDoubt(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'session.confirmation_needed'
}
