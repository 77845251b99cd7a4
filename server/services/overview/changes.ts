/** What charts mark on their time line, and the one mark that the program makes itself. */
import { auditOf, listAudit } from '../../../db/tables/audit'
import { nowSeconds } from '../../clock'
import { recordOf } from '../../domain/json/records'
import { DAY } from '../../domain/logs/rollups'
import { recordAudit } from '../audit/record'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { namesOfChannels } from './top'

const RELEASE = 'server.release'

/** Changes that traffic and spend answer to. */
const ACTIONS = [
  ...(['create', 'delete', 'enable', 'disable', 'auto_enable', 'auto_disable'] as const).map(
    (verb) => `channel.${verb}`,
  ),
  'price.set',
  'price.rollback',
  'price.reset',
  RELEASE,
]

const MOST = 200

export interface SiteChange {
  /** Epoch seconds. */
  readonly at: number
  /** As the audit log has it. */
  readonly action: string
  /** Of the channel or model, or the version that was started; "" for many at once. */
  readonly name: string
}

/** Newest first; since a day ago when absent. */
export async function siteChanges(
  deps: ServiceDeps,
  { from = nowSeconds(deps.clock) - DAY }: { readonly from?: number | undefined } = {},
): Promise<readonly SiteChange[]> {
  const { lists } = deps.db
  const entries = await auditOf(lists, { actions: ACTIONS, fromMs: from * 1000, limit: MOST })
  const ids = entries.flatMap(({ target }) => channelIdIn(target) ?? [])
  const names = await namesOfChannels(deps, [...new Set(ids)])
  return entries.map(({ created_at, action, target, before, after }) => {
    const facts = { ...recordOf(before), ...recordOf(after) }
    const channel = names.get(channelIdIn(target) ?? 0)?.name
    const known = action === RELEASE ? facts.version : (channel ?? facts.name)
    const name = typeof known === 'string' ? known : (target.split(':', 2)[1] ?? '')
    return { at: Math.floor(created_at / 1000), action, name }
  })
}

function channelIdIn(target: string): number | undefined {
  const [, id] = /^channel:(\d+)$/.exec(target) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Once for each version that is started, so that charts show what came with it. */
export async function recordRelease(deps: ServiceDeps): Promise<void> {
  const { version = '' } = deps
  const [last] = await listAudit(deps.db.lists, { action: RELEASE, limit: 1 })
  const before = last === undefined ? undefined : recordOf(last.after)
  if (version === '' || before?.version === version) return
  const entry = { action: RELEASE, target: 'server', before, after: { version } }
  await transact(deps, SYSTEM_ACTOR, async (work) => await recordAudit(work, entry))
}
