import type { Proposal } from '../../../../server/domain/prices/sources/proposal-schema'
import { type ChangeRow, PriceChanges } from '../PriceChanges'
import { useProposalRows } from './use-proposal-rows'

interface ProposalTableProps {
  readonly proposals: readonly Proposal[]
  /** Names of models: a price is taken over completely or not at all. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

export function ProposalTable({ proposals, chosen, onChoose }: ProposalTableProps) {
  const rows = useProposalRows(proposals)
  const toggle = (some: readonly ChangeRow[], isWanted: boolean): void => {
    const models = new Set(some.map(({ model }) => model))
    const others = [...chosen].filter((model) => !models.has(model))
    onChoose(new Set(isWanted ? [...others, ...models] : others))
  }
  return (
    <PriceChanges changes={rows} choice={{ isChosen: ({ model }) => chosen.has(model), toggle }} />
  )
}
