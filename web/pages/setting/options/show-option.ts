/** Navigation to a setting, whatever is shown now. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { OptionKey } from '../../../../server/domain/options'
import { addressOf, SECTION_ROWS } from './option-tabs'

type Show = (key: OptionKey) => void

const Context = createContext<Show>(() => undefined)

export const ShowOption = Context.Provider

export function useShowOption(): Show {
  return useContext(Context)
}

/** For the page that shows them; `clear` ends what hides some, such as a search. */
export function useOptionShown(clear: () => void): Show {
  const [, navigate] = useLocation()
  const [wanted, want] = useState<{ readonly key: OptionKey }>()
  // After the page that has it is rendered.
  useEffect(() => {
    if (wanted === undefined) return
    const field = document.querySelector(`[data-option="${CSS.escape(wanted.key)}"]`)
    field?.scrollIntoView({ block: 'center' })
    field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [wanted])
  return useCallback(
    (key) => {
      const row = SECTION_ROWS.find(({ keys }) => keys.includes(key))
      if (row === undefined) return
      clear()
      navigate(addressOf(row))
      want({ key })
    },
    [clear, navigate],
  )
}
