import { useCallback } from 'react'
import type { OptionKey } from '../../../../server/domain/options'
import { useText } from '../../../language'
import { isHinted } from './option-tabs'

/** Whether a setting has every word in its key, its label or its explanation. */
export function useMatches(words: string): (key: OptionKey) => boolean {
  const { text } = useText()
  return useCallback(
    (key) => {
      const hint = isHinted(key) ? text(`hint.${key}`) : ''
      const said = `${key} ${text(`setting.${key}`)} ${hint}`.toLowerCase()
      const wanted = words.toLowerCase().split(/\s+/)
      return wanted.every((word) => said.includes(word))
    },
    [words, text],
  )
}
