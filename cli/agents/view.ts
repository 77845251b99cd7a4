/** An agent as `gw setup` lists it. */
import type { View } from '../output/output'

export interface FoundAgent {
  readonly agent: string
  readonly name: string
  /** Path of its program, or of its settings where there is none; "" where there is neither. */
  readonly found: string
  /** What its settings name; "" for its vendor. */
  readonly address: string
  /** Whether that is the gateway of this command. */
  readonly is_set: number
  /** Made for it by `gw setup`; 0 for none. */
  readonly token_id: number
  readonly files: readonly string[]
}

export const AGENT_VIEW: View<FoundAgent> = {
  columns: [
    { title: 'AGENT', value: 'agent' },
    { title: 'NAME', value: 'name' },
    { title: 'FOUND', value: 'found' },
    { title: 'CALLS', value: 'address', isMinor: true },
    { title: 'SET UP', value: 'is_set', kind: 'flag' },
  ],
  kinds: { token_id: 'number', files: 'list' },
  fields: ['agent', 'name', 'found', 'address', 'is_set', 'token_id', 'files'],
  quiet: ({ agent }) => agent,
}
