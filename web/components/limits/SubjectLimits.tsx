import type { LimitJson } from '../../../server/domain/endpoints/limit'
import type { LimitSubject } from '../../../server/domain/limits/limit'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Panel } from '../stats/Stats'
import { LimitUse } from './LimitUse'

interface SubjectLimitsProps {
  readonly subject: LimitSubject
  readonly id: number
  /** Of the viewer's own, read by another call than admins use. */
  readonly isOwn: boolean
}

const EVERY_MS = 30_000

/** What one token or user may use, and when it counts anew; nothing where there is no limit. */
export function SubjectLimits({ subject, id, isOwn }: SubjectLimitsProps) {
  const { text } = useText()
  const live = { everyMs: EVERY_MS }
  const own = useEndpoint('limit.list_own', {}, { skip: !isOwn, ...live })
  const query = { subject, key: String(id) }
  const any = useEndpoint('limit.list', { query }, { skip: isOwn, ...live })
  const rows = (isOwn ? own.data : any.data)?.filter(
    (row) => row.subject === subject && row.key === String(id),
  )
  if (rows === undefined || rows.length === 0) return null
  return (
    <Panel title={text('limit.title')}>
      <LimitRows rows={rows} />
    </Panel>
  )
}

/** Limits of the viewer's account and tokens that are used up. */
export function SpentLimits() {
  const { text } = useText()
  const { data: rows } = useEndpoint('limit.list_own', {}, { everyMs: EVERY_MS })
  const spent = rows?.filter(({ left }) => left <= 0) ?? []
  if (spent.length === 0) return null
  return (
    <Panel title={text('limit.mine_spent')}>
      <LimitRows rows={spent} />
    </Panel>
  )
}

function LimitRows({ rows }: { readonly rows: readonly LimitJson[] }) {
  return (
    <div className="panel-body limit-rows">
      {rows.map((row) => (
        <LimitUse key={row.id} row={row} />
      ))}
    </div>
  )
}
