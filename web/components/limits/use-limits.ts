/** The limits of one subject in a form: read, edited, and saved with the rest of it. */
import { useState } from 'react'
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import type { LimitSetter, LimitSubject } from '../../../server/domain/limits/limit'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useSite } from '../../app/site'
import { amountProblem, changesOf, draftsOf, type LimitDraft } from './limit-drafts'

export interface LimitsForm {
  readonly setBy: LimitSetter
  readonly drafts: readonly LimitDraft[]
  /** With what is used of them; those of other setters, too. */
  readonly rows: readonly LimitJson[]
  readonly set: (drafts: readonly LimitDraft[]) => void
  readonly isChanged: boolean
  readonly hasProblem: boolean
  /** For these subjects, new ones as a rule. Throws when the server refuses. */
  readonly save: (keys: readonly string[]) => Promise<void>
  readonly discard: () => void
}

export interface LimitsOf {
  readonly subject: LimitSubject
  /** `undefined` for what does not exist yet. */
  readonly key: string | undefined
  readonly setBy: LimitSetter
}

export function useLimits({ subject, key, setBy }: LimitsOf): LimitsForm {
  const { quota_per_unit: perUnit } = useSite()
  const rows = useRows({ subject, key, setBy })
  const [edited, setEdited] = useState<readonly LimitDraft[] | undefined>(undefined)
  const stored = draftsOf(rows, setBy, perUnit)
  const drafts = edited ?? stored
  return {
    setBy,
    drafts,
    rows,
    set: setEdited,
    isChanged: changesOf(stored, drafts, perUnit).length > 0,
    hasProblem: drafts.some((draft) => amountProblem(draft, drafts) !== undefined),
    async save(keys) {
      const limits = [...changesOf(stored, drafts, perUnit)]
      if (limits.length === 0) return
      const id = setBy === 'owner' ? 'limit.set_own' : 'limit.set'
      for (const each of keys) await call(id, { body: { subject, key: each, limits } })
      await refresh('limit')
      setEdited(undefined)
    },
    discard: () => setEdited(undefined),
  }
}

function useRows({ subject, key, setBy }: LimitsOf): readonly LimitJson[] {
  const isOwn = setBy === 'owner'
  const isNew = key === undefined
  const own = useEndpoint(
    'limit.list_own',
    { query: { token_id: Number(key) || 0 } },
    { skip: isNew || !isOwn },
  )
  const any = useEndpoint(
    'limit.list',
    { query: { subject, key: key ?? '' } },
    { skip: isNew || isOwn },
  )
  const rows = (isOwn ? own.data : any.data) ?? []
  return rows.filter((row) => row.subject === subject && row.key === key)
}
