import { SCOPE_PRESETS, type ScopePreset } from '../../server/domain/accounts/scopes'
import { UsageError } from '../exit'

const PRESETS = Object.keys(SCOPE_PRESETS) as readonly ScopePreset[]

export const SCOPE_FLAGS = {
  scope: {
    kind: 'texts',
    value: 'RESOURCE:VERB',
    summary: 'only this, such as channel:read; may be repeated',
  },
  preset: { kind: 'text', summary: 'a set of scopes', choices: PRESETS },
} as const

interface GivenScopes {
  readonly scope: readonly string[] | undefined
  readonly preset: string | undefined
}

/** `undefined` for everything. */
export function scopesOf({ scope = [], preset }: GivenScopes): readonly string[] | undefined {
  if (preset !== undefined && scope.length > 0) throw new UsageError('give --scope or --preset')
  if (preset !== undefined) return SCOPE_PRESETS[preset as ScopePreset]
  return scope.length === 0 ? undefined : scope
}
