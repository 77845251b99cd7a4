import { presetOf, type Scope } from '../../../server/domain/accounts/scopes'
import { useText } from '../../app/language'

interface ScopeListProps {
  /** Null for everything. */
  readonly scopes: readonly Scope[] | null
}

/** What is allowed, in a line. */
export function ScopeList({ scopes }: ScopeListProps) {
  const { text } = useText()
  if (scopes === null) return text('scope.preset_all')
  const preset = presetOf(scopes)
  if (preset !== undefined) return text(`scope.preset_${preset}`)
  return <span className="mono">{scopes.join(' ')}</span>
}
