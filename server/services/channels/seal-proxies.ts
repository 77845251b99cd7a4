import { channelsWithOpenProxies, putSealedProxy } from '../../../db/tables/channels'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { sealedSetting } from './proxy'

/**
 * Seals the proxy passwords that older releases stored in the clear. Returns how many channels
 * there were; none but once. What the audit log has of them stays, because nothing there is ever
 * rewritten; it is masked when it is read.
 */
export async function sealProxies(deps: ServiceDeps, actor: Actor): Promise<number> {
  const open = (await channelsWithOpenProxies(deps.db.reader)).flatMap(({ id, setting }) => {
    const sealed = sealedSetting(deps.sealer, setting)
    return sealed.proxy_sealed === '' ? [] : [{ id, before: setting, ...sealed }]
  })
  if (open.length === 0) return 0
  await transact(deps, actor, async (work) => {
    for (const channel of open) await putSealedProxy(work.trx, channel)
    const after = { count: open.length }
    await recordAudit(work, { action: 'channel.seal_proxies', target: 'db', after })
  })
  return open.length
}
