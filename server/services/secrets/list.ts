import { sealedCounts, sealedRows } from '../../../db/tables/resealing'
import { channelSecrets } from '../../../db/tables/sealed'
import type { ServiceDeps } from '../service-deps'
import { SEALED_PLACES } from './sealed-columns'

/** What it does: `missing` ones are not there any more, and what they sealed cannot be read. */
export type SealingKeyState = 'present' | 'former' | 'missing'

export interface SealingKeyView {
  readonly key: string
  readonly state: SealingKeyState
  /** Texts in this database that only it opens. */
  readonly texts: number
}

/** The present key first, and whatever else something stored is sealed with. */
export async function listSealingKeys(deps: ServiceDeps): Promise<readonly SealingKeyView[]> {
  const { keyIds } = deps.sealer
  const counts = new Map(keyIds.map((id) => [id, 0]))
  const add = (id: string, texts: number) => counts.set(id, (counts.get(id) ?? 0) + texts)
  for (const sealed of await sealedInRows(deps)) add(sealed.split(':')[1] ?? '', 1)
  for (const place of SEALED_PLACES) {
    if (place.within !== undefined || place.isSealed !== undefined) continue
    for (const { id, texts } of await sealedCounts(deps.db.lists, place)) add(id, texts)
  }
  return [...counts].map(([key, texts], index) => ({ key, texts, state: stateOf(keyIds, index) }))
}

function stateOf({ length }: readonly string[], index: number): SealingKeyState {
  if (index === 0) return 'present'
  return index < length ? 'former' : 'missing'
}

/** Of columns that cannot be counted by their beginnings; rows of them are few. */
async function sealedInRows({ db }: ServiceDeps): Promise<readonly string[]> {
  const { channelKeys, channelProxies } = await channelSecrets(db.lists)
  const found = [...channelKeys, ...channelProxies]
  for (const place of SEALED_PLACES) {
    const { isSealed, within = (text, change) => change(text) } = place
    if (place.within === undefined && isSealed === undefined) continue
    const span = { present: 'v0:', limit: Number.MAX_SAFE_INTEGER }
    for (const { at, text } of await sealedRows(db.lists, place, span)) {
      if (isSealed?.(at) === false) continue
      within(text, (sealed) => {
        found.push(sealed)
        return sealed
      })
    }
  }
  return found
}
