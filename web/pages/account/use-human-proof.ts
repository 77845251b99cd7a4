import { useState } from 'react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'

export interface HumanProof {
  readonly token: string
  /** How many tokens have been used. */
  readonly uses: number
  /** Makes the call with the token, which is worth nothing afterwards, whatever comes of it. */
  readonly spend: <Result>(send: () => Promise<Result>) => Promise<Result>
  readonly onToken: (token: string) => void
  /** Whether a call may be made now; says to wait otherwise. */
  readonly isReady: () => boolean
}

export function useHumanProof(): HumanProof {
  const { text } = useText()
  const toast = useToast()
  const { turnstile_check } = useSite()
  const [token, onToken] = useState('')
  const [uses, setUses] = useState(0)
  return {
    token,
    uses,
    async spend(send) {
      try {
        return await send()
      } finally {
        onToken('')
        setUses((count) => count + 1)
      }
    },
    onToken,
    isReady() {
      if (!turnstile_check || token !== '') return true
      toast.warn(text('account.bot_check_wait'))
      return false
    },
  }
}
