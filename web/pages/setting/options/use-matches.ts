import { useMemo } from 'react'
import type { OptionKey } from '../../../../server/domain/options'
import { useText } from '../../../app/language'
import { factsOf, isHinted } from './option-facts'
import type { SectionRow } from './option-tabs'

interface Matches {
  /** Whether the section or its tab is what is looked for. */
  readonly hasSection: (row: SectionRow) => boolean
  /** Whether a setting of the section is: by its key, what is said of it, or where it stands. */
  readonly hasKey: (row: SectionRow, key: OptionKey) => boolean
}

export function useMatches(words: string): Matches {
  const { text } = useText()
  return useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/)
    const isIn = (said: string): boolean => {
      const lower = said.toLowerCase()
      return wanted.every((word) => lower.includes(word))
    }
    const placeOf = ({ id, tab }: SectionRow): string =>
      `${text(`options.section_${id}`)} ${text(`setting.tab_${tab}`)}`
    const saidOf = (key: OptionKey): string => {
      const hint = isHinted(key) ? text(`hint.${key}`) : ''
      const choices = (factsOf(key).choices ?? []).map((one) =>
        text(`choice.${one}` as 'choice.hour'),
      )
      return [key, text(`setting.${key}`), hint, ...choices].join(' ')
    }
    return {
      hasSection: (row) => isIn(placeOf(row)),
      hasKey: (row, key) => isIn(`${saidOf(key)} ${placeOf(row)}`),
    }
  }, [words, text])
}
