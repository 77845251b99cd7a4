/** Lengths that price sources report of models, stored for the comparison and lists of models. */
import { fetchedModelLengths, putModelLengths } from '../../../../db/tables/model-lengths'
import type { ModelLengths } from '../../../domain/models/model-lengths'
import type { Work } from '../../work'

/** What a source says nothing of stays as it was reported; what stays the same is not written. */
export async function keepModelLengths(
  { trx, clock }: Work,
  source: string,
  reported: ReadonlyMap<string, ModelLengths>,
): Promise<void> {
  const known = await fetchedModelLengths(trx)
  const rows = [...reported].flatMap(([model, lengths]) => {
    const before = known.get(model)
    const { context = 0, output = 0 } = { ...before, ...lengths }
    if (context === (before?.context ?? 0) && output === (before?.output ?? 0)) return []
    const at = { source, fetched_at: clock.nowMs() }
    return [{ model, context_tokens: context, output_tokens: output, ...at }]
  })
  await putModelLengths(trx, rows)
}
