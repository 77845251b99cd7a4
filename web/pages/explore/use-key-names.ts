import { useCallback } from 'react'
import type { UsageGroup } from '../../../server/domain/usage/explore'
import { useText } from '../../app/language'

export interface NamedKey {
  readonly key: string
  readonly name: string
}

/** What a part of usage is called, also where it has no name of its own. */
export function useKeyNames(): (group: UsageGroup | undefined, key: NamedKey) => string {
  const { text } = useText()
  return useCallback(
    (group, { key, name }) => {
      if (name !== '') return name
      if (group !== 'client')
        return text(group === 'token' ? 'explore.client_console' : 'explore.nobody')
      if (key === 'console') return text('explore.client_console')
      return text(key === '' ? 'explore.client_none' : 'explore.client_other')
    },
    [text],
  )
}
