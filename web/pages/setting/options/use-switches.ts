/**
 * Switches are saved when they are flipped, one after the other in that order: one way to log in
 * opens before another one closes. Until the server has answered they are shown as they will be.
 */
import { useRef, useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { OptionKey } from '../../../../server/domain/options'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import type { Texts } from './save-options'

export interface Switches {
  readonly isOn: (key: OptionKey) => boolean
  /** Why the server has put it back. */
  readonly refusalOf: (key: OptionKey) => string | undefined
  /** `trial` is what the bot check gave to the page that switches it on. */
  readonly flip: (key: OptionKey, isOn: boolean, trial?: string) => void
}

interface SwitchFacts {
  readonly storedOf: (key: OptionKey) => string
  readonly reload: () => Promise<unknown>
}

interface Flip {
  readonly key: OptionKey
  readonly value: string
  readonly expected: string
  readonly trial?: string
}

export function useSwitches({ storedOf, reload }: SwitchFacts): Switches {
  const { text } = useText()
  const toast = useToast()
  const [flips, setFlips] = useState<Partial<Record<OptionKey, Flip>>>({})
  const [refusals, setRefusals] = useState<Texts>({})
  const last = useRef<Promise<void>>(Promise.resolve())
  // One that was flipped again meanwhile is shown as it was flipped last.
  const forget = (flip: Flip): void =>
    setFlips((old) => (old[flip.key] === flip ? { ...old, [flip.key]: undefined } : old))
  const send = async (flip: Flip): Promise<void> => {
    const { key } = flip
    try {
      await call('option.set', { body: flip })
      toast.success(text('options.switched', { name: text(`setting.${key}`) }))
    } catch (error) {
      forget(flip)
      setRefusals((old) => ({ ...old, [key]: failureText(error, text) }))
      toast.warn(text('options.not_saved'))
    }
    await Promise.all([reload(), refresh('status')])
    forget(flip)
  }
  return {
    isOn: (key) => (flips[key]?.value ?? storedOf(key)) === 'true',
    refusalOf: (key) => refusals[key],
    flip(key, isOn, trial) {
      const switched = { key, value: String(isOn), expected: String(!isOn) }
      const flip: Flip = { ...switched, ...(trial !== undefined && { trial }) }
      setFlips((old) => ({ ...old, [key]: flip }))
      setRefusals((old) => ({ ...old, [key]: undefined }))
      last.current = last.current.then(() => send(flip))
    },
  }
}
