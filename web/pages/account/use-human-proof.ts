import { useState } from 'react'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'
import { useSite } from '../../site'

export interface HumanProof {
  readonly token: string
  readonly onToken: (token: string) => void
  /** Whether a call may be made now; says to wait otherwise. */
  readonly isReady: () => boolean
}

export function useHumanProof(): HumanProof {
  const { text } = useText()
  const toast = useToast()
  const { turnstile_check } = useSite()
  const [token, onToken] = useState('')
  return {
    token,
    onToken,
    isReady() {
      if (!turnstile_check || token !== '') return true
      toast.warn(text('account.bot_check_wait'))
      return false
    },
  }
}
