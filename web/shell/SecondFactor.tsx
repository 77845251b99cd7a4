/** Asking for the second factor over whatever page is shown. */
import { useEffect, useState } from 'react'
import { askForFactors, type FactorQuestion } from '../api/second-factor'
import { Late } from '../components/late/Late'
import { lazyPart } from '../components/late/lazy-part'

const FactorPrompt = lazyPart(() => import('../components/sign-in/FactorPrompt'))

export function SecondFactor() {
  const [open, setOpen] = useState<FactorQuestion | undefined>(undefined)
  useEffect(() => askForFactors(setOpen), [])
  if (open === undefined) return null
  const close = (): void => {
    setOpen(undefined)
    open.giveUp()
  }
  return (
    <Late onClose={close}>
      <FactorPrompt question={open} onDone={() => setOpen(undefined)} onClose={close} />
    </Late>
  )
}
